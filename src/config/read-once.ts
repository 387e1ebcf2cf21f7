import type { z } from "zod";

/** A section's schema reads one value in a process: compiling it, as zod does by default, costs more than walking it. */
export function readOnce<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): z.ZodSafeParseResult<z.output<Schema>> {
  return schema.safeParse(value, { jitless: true });
}
