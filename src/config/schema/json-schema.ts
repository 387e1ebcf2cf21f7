import { z } from "zod";
import { isMap, type Tree } from "../tree.ts";
import { meaningOf } from "./reference.ts";
import { sectionNames, sections } from "./settings.ts";

/** JSON Schema of config.yaml, made from the same sections that check it. */
export function configJsonSchema(): Readonly<Record<string, unknown>> {
  const shape = Object.fromEntries(sectionNames.map((name) => [name, sections[name].documented()] as const));
  const short = z.string().describe("Short for model.default");
  const whole = z.object({ ...shape, model: z.union([short, sections.model.documented()]).optional() });
  return described(z.toJSONSchema(whole, { io: "input", unrepresentable: "any" }), []);
}

/** With what each key means, so that an editor can show it. */
function described(schema: Tree, path: readonly string[]): Tree {
  const { properties } = schema;
  const meaning = path.length === 0 ? null : meaningOf(path.join("."));
  const own = meaning === null ? schema : { ...schema, description: meaning };
  if (!isMap(properties)) return own;
  const inner = Object.entries(properties).map(([name, value]) => [
    name,
    isMap(value) ? described(value, [...path, name]) : value,
  ]);
  return { ...own, properties: Object.fromEntries(inner) };
}
