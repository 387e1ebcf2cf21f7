import { z } from "zod";
import { allowedBy } from "../allowed.ts";
import { variables } from "../environment-layer.ts";
import { valueAt } from "../tree.ts";
import { bare, knownKeys, schemaAt, shapeOf } from "./keys.ts";
import meanings from "./meanings.json" with { type: "json" };
import { defaults } from "./settings.ts";

/** One setting as a person reads about it. Loaded for the documentation and for `config schema` only. */
export type SettingReference = {
  readonly key: string;
  readonly type: string;
  /** As JSON; null where nothing is set. */
  readonly standard: string | null;
  readonly meaning: string;
  /** The variable that gives it, where config.yaml does not. */
  readonly variable: string | null;
};

const said: ReadonlyMap<string, string> = new Map(Object.entries(meanings));

/** Every setting that holds a value, in the order of the file; sections are not listed, their keys are. */
export function settingsReference(): readonly SettingReference[] {
  const mirrors = new Map(Object.entries(variables).map(([name, key]) => [key, name]));
  return knownKeys()
    .filter((key) => !isSection(key))
    .map((key) => ({
      key,
      type: typeOf(key),
      standard: JSON.stringify(valueAt(defaults, key.split("."))) ?? null,
      meaning: meaningOf(key) ?? "",
      variable: mirrors.get(key) ?? null,
    }));
}

/** The sentence for a key; the tasks of side models share theirs. */
export function meaningOf(key: string): string | null {
  return said.get(key) ?? said.get(key.replace(/^auxiliary\.[^.]+\./, "auxiliary.*.")) ?? null;
}

/** For the test that no sentence is left over. */
export const writtenMeanings: readonly string[] = [...said.keys()];

function isSection(key: string): boolean {
  return Object.keys(shapeOf(schemaAt(key.split(".")) ?? z.unknown())).length > 0;
}

function typeOf(key: string): string {
  const schema = bare(schemaAt(key.split(".")) ?? z.unknown());
  return schema instanceof z.ZodRecord ? "a map" : allowedBy(schema);
}
