import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const folder = join(import.meta.dirname, "../fixtures/injection");
const scope = z.enum(["base", "context", "identity", "strict"]);
const Positive = z.object({ scope, ids: z.array(z.string()), blocks: z.boolean(), text: z.string() });
const Negative = z.object({ scope, silent: z.boolean(), text: z.string() });
const Unseen = z.object({ attacks: z.array(z.string()), ordinary: z.array(z.string()) });

/** Texts that must be found, with the ids they must be found under; `blocks`: enough to keep the text out. */
export const positives = z.array(Positive).parse(read("positives.json"));

/** Texts that must pass; `silent`: without even a weak finding. */
export const negatives = z.array(Negative).parse(read("negatives.json"));

/** Written after the rules by the same hand, but no rule was changed for them; six are beyond what rules can see. */
export const unseen = Unseen.parse(read("unseen.json"));

function read(name: string): unknown {
  return JSON.parse(readFileSync(join(folder, name), "utf8"));
}
