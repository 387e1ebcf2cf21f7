import models from "./models.json" with { type: "json" };

/** What is known of a model without asking anybody. */
export type ModelFacts = {
  readonly contextLength: number;
  readonly maxOutput: number | null;
  readonly vision: boolean;
};

const families: readonly (readonly [name: string, facts: ModelFacts])[] = Object.entries(models.families).toSorted(
  ([a], [b]) => b.length - a.length,
);

/** The longest family name contained in the model's id counts; dots and dashes are the same. */
export function modelFacts(model: string): ModelFacts {
  const name = model.toLowerCase().replaceAll(".", "-");
  return families.find(([family]) => containsWord(name, family))?.[1] ?? models.defaults;
}

/** `o1` is a family, `solo1` is not; `qwen3` may go on with anything. */
function containsWord(name: string, family: string): boolean {
  const at = name.indexOf(family);
  return at === 0 || (at > 0 && !/[a-z0-9]/.test(name.charAt(at - 1)));
}
