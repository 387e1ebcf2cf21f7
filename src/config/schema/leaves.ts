import { z } from "zod";

/** The vocabulary of the sections. Made on first use and then shared: a schema costs more to make than to use. */
export const text = shared(() => z.string());
export const flag = shared(() => z.boolean());
export const count = shared(() => z.int().nonnegative());
export const positive = shared(() => z.int().positive());
export const amount = shared(() => z.number().nonnegative());
export const share = shared(() => z.number().min(0).max(1));
export const words = shared(() => z.array(text()));
export const anything = shared(() => z.record(text(), z.unknown()));
/** Switched by the model's name: a list holds substrings of names. */
export const perModel = shared(() => z.union([z.literal("auto"), flag(), words()]));

export const named = <Value extends z.ZodType>(value: Value) => z.record(text(), value);
export const oneOf = <const Names extends readonly [string, ...string[]]>(...names: Names) => z.enum(names);
export const autoOr = <Value extends z.ZodType>(value: Value) => z.union([z.literal("auto"), value]);

export function shared<Schema extends z.ZodType>(make: () => Schema): () => Schema {
  let made: Schema | null = null;
  return () => (made ??= make());
}
