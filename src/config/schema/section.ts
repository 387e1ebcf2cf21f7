import { z } from "zod";
import { deepFreeze, isMap } from "../tree.ts";
import { shared } from "./leaves.ts";

/**
 * One top-level key of config.yaml. The defaults are plain data and the schema is built on first use:
 * building and running all schemas would cost more at every start than everything else the settings need.
 */
export type Section<Schema extends z.ZodType> = {
  readonly defaults: z.output<Schema>;
  /** Describes complete values; the walk over the user's file looks keys up in it. */
  readonly schema: () => Schema;
  /** The same with the defaults built in, for the published JSON Schema. */
  readonly documented: () => z.ZodType;
};

export function section<Schema extends z.ZodType>(build: () => Schema, defaults: z.output<Schema>): Section<Schema> {
  const schema = shared(build);
  return { defaults: deepFreeze(defaults), schema, documented: () => withDefaults(schema(), defaults) };
}

function withDefaults(schema: z.ZodType, value: unknown): z.ZodType {
  if (value === undefined) return schema.optional();
  if (!(schema instanceof z.ZodObject) || !isMap(value)) return schema.default(value);
  const shape: Readonly<Record<string, z.ZodType>> = schema.shape;
  const wrapped = Object.entries(shape).map(([key, inner]) => [key, withDefaults(inner, value[key])] as const);
  return z.object(Object.fromEntries(wrapped)).prefault({});
}
