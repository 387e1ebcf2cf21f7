import { z } from "zod";

/** The vocabulary of the sections. Functions, because a schema nobody asks for must cost nothing. */
export const text = () => z.string();
export const flag = () => z.boolean();
export const count = () => z.int().nonnegative();
export const positive = () => z.int().positive();
export const amount = () => z.number().nonnegative();
export const share = () => z.number().min(0).max(1);
export const words = () => z.array(z.string());
export const named = <Value extends z.ZodType>(value: Value) => z.record(z.string(), value);
export const anything = () => z.record(z.string(), z.unknown());
export const oneOf = <const Names extends readonly [string, ...string[]]>(...names: Names) => z.enum(names);
export const autoOr = <Value extends z.ZodType>(value: Value) => z.union([z.literal("auto"), value]);
/** Switched by the model's name: a list holds substrings of names. */
export const perModel = () => z.union([z.literal("auto"), z.boolean(), z.array(z.string())]);
