import { z } from "zod";
import { isSectionName, sectionNames, sections } from "./settings.ts";

/** All dotted keys, sections included. Builds every section: for suggestions and completion, not for loading. */
export function knownKeys(): readonly string[] {
  return sectionNames.flatMap((name) => [name, ...keysBelow(sections[name].schema(), name)]);
}

function keysBelow(schema: z.ZodType, above: string): readonly string[] {
  return Object.entries(shapeOf(schema)).flatMap(([name, inner]) => {
    const key = `${above}.${name}`;
    return [key, ...keysBelow(inner, key)];
  });
}

/** The schema of a dotted key, or null for a key the program does not know. */
export function schemaAt(path: readonly string[]): z.ZodType | null {
  const [name = "", ...rest] = path;
  if (!isSectionName(name)) return null;
  return rest.reduce<z.ZodType | null>(
    (schema, key) => (schema === null ? null : below(schema, key)),
    sections[name].schema(),
  );
}

function below(schema: z.ZodType, key: string): z.ZodType | null {
  const inner = bare(schema);
  if (inner instanceof z.ZodRecord) return typeIn(inner.valueType);
  const shape = shapeOf(inner);
  if (Object.hasOwn(shape, key)) return shape[key] ?? null;
  return isLoose(inner) ? z.unknown() : null;
}

/** Without the wrappers that say what happens when a value is missing. */
export function bare(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return bare(typeIn(schema.def.innerType));
  return schema;
}

export function shapeOf(schema: z.ZodType): Readonly<Record<string, z.ZodType>> {
  const inner = bare(schema);
  return inner instanceof z.ZodObject ? inner.shape : {};
}

/** Loose maps take keys nobody declared, such as those of a chat platform. */
export function isLoose(schema: z.ZodType): boolean {
  return schema instanceof z.ZodObject && schema.def.catchall !== undefined;
}

export function isBranch(schema: z.ZodType): boolean {
  const inner = bare(schema);
  return inner instanceof z.ZodObject || inner instanceof z.ZodRecord;
}

/** zod types inner schemas by its core; all of ours are made by zod itself. */
export function typeIn(schema: z.core.$ZodType): z.ZodType {
  if (schema instanceof z.ZodType) return schema;
  throw new Error("A config schema holds a schema that zod did not make");
}
