import { z } from "zod";

export const PatchInput = z.object({
  mode: z.enum(["replace", "patch"]).optional(),
  path: z.string().optional(),
  old_string: z.string().optional().describe("Quoted from the file, unique in it"),
  new_string: z.string().optional(),
  replace_all: z.boolean().default(false),
  patch: z
    .string()
    .optional()
    .describe(
      "`*** Begin Patch`, `*** Update|Add|Delete File: p` or `*** Move File: a -> b`, hunks with @@, `*** End Patch`",
    ),
});
export type PatchCall = z.output<typeof PatchInput>;

/** Whether several files are meant. */
export function isPatch({ mode, patch }: PatchCall): boolean {
  return mode === "patch" || (mode === undefined && patch !== undefined);
}
