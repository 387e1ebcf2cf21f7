import { z } from "zod";
import { sectionNames, sections } from "./settings.ts";

/** JSON Schema of config.yaml, made from the same sections that check it. */
export function configJsonSchema(): Readonly<Record<string, unknown>> {
  const shape = Object.fromEntries(sectionNames.map((name) => [name, sections[name].documented()] as const));
  const short = z.string().describe("Short for model.default");
  const whole = z.object({ ...shape, model: z.union([short, sections.model.documented()]).optional() });
  return z.toJSONSchema(whole, { io: "input", unrepresentable: "any" });
}
