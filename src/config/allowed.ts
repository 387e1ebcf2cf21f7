import { z } from "zod";

/** Built when there is something to complain about: a good file never needs it. */
const described = () =>
  z.object({
    description: z.string().optional(),
    type: z.string().optional(),
    enum: z.array(z.unknown()).optional(),
    const: z.unknown().optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    exclusiveMinimum: z.number().optional(),
    required: z.array(z.string()).optional(),
    anyOf: z.array(z.unknown()).optional(),
  });
type Described = z.infer<ReturnType<typeof described>>;

const mostKeysNamed = 3;

/** The allowed set in words, read off the schema so that it cannot drift from it. */
export function allowedBy(schema: z.ZodType): string {
  return wordsFor(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }));
}

function wordsFor(json: unknown): string {
  const rule = described().parse(json);
  if (rule.description !== undefined) return rule.description;
  if (rule.anyOf !== undefined) return rule.anyOf.map(wordsFor).join(" or ");
  if (rule.enum !== undefined) return rule.enum.map(nameOf).join(", ");
  if (rule.const !== undefined) return nameOf(rule.const);
  return wordsForType(rule);
}

function wordsForType(rule: Described): string {
  switch (rule.type) {
    case "boolean":
      return "true or false";
    case "integer":
      return `a whole number${rangeOf(rule)}`;
    case "number":
      return `a number${rangeOf(rule)}`;
    case "string":
      return "text";
    case "array":
      return "a list";
    default:
      return mapWith(rule.required ?? []);
  }
}

/** A section of settings requires dozens of keys, all of them filled in by default: naming them would help nobody. */
function mapWith(keys: readonly string[]): string {
  return keys.length === 0 || keys.length > mostKeysNamed ? "a map" : `a map with ${keys.join(" and ")}`;
}

function rangeOf({ minimum, maximum, exclusiveMinimum }: Described): string {
  const low = bounded(minimum);
  const high = bounded(maximum);
  if (low !== null && high !== null) return ` from ${low} to ${high}`;
  if (low !== null) return `, ${low} or more`;
  if (exclusiveMinimum !== undefined) return ` above ${exclusiveMinimum}`;
  return "";
}

/** Integer schemas carry the limits of safe integers; to a person those are no limits. */
function bounded(limit: number | undefined): number | null {
  return limit === undefined || Math.abs(limit) >= Number.MAX_SAFE_INTEGER ? null : limit;
}

function nameOf(value: unknown): string {
  return value === "" ? '""' : String(value);
}
