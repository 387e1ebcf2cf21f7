import { z } from "zod";
import type { DeepReadonly } from "../../domain/deep-readonly.ts";
import { deepFreeze } from "../tree.ts";
import { agentSections } from "./agent.ts";
import { auxiliarySections } from "./auxiliary.ts";
import { contextSections } from "./context.ts";
import { displaySections } from "./display.ts";
import { extensionSections } from "./extensions.ts";
import { gatewaySections } from "./gateway.ts";
import { memorySections } from "./memory.ts";
import { modelSections } from "./model.ts";
import { safetySections } from "./safety.ts";
import { type Section, section } from "./section.ts";
import { toolSections } from "./tools.ts";

export const configVersion = 1;

const table = {
  ...modelSections,
  ...auxiliarySections,
  ...agentSections,
  ...toolSections,
  ...contextSections,
  ...memorySections,
  ...safetySections,
  ...displaySections,
  ...gatewaySections,
  ...extensionSections,
  _config_version: section(() => z.int().nonnegative(), configVersion),
};

export type SectionName = keyof typeof table;
type Values = { [Name in SectionName]: z.output<ReturnType<(typeof table)[Name]["schema"]>> };

/** Every setting with a value, frozen through and through. */
export type Settings = DeepReadonly<Values>;

type Sections = {
  readonly [Name in SectionName]: Pick<Section<z.ZodType<Values[Name]>>, "defaults" | "schema" | "documented">;
};
export const sections: Sections = table;

export const sectionNames: readonly SectionName[] = Object.keys(table).filter(isSectionName);

export function isSectionName(name: string): name is SectionName {
  return Object.hasOwn(table, name);
}

/** Settings whose sections come from `read`, or from the defaults where it has nothing to say. */
export function assemble(read: <Name extends SectionName>(name: Name) => Values[Name] | null): Settings {
  const draft: Partial<Values> = {};
  for (const name of sectionNames) put(draft, name, read(name) ?? sections[name].defaults);
  if (!isComplete(draft)) throw new Error("A section of the settings was left out");
  return deepFreeze<Settings>(draft);
}

function put<Name extends SectionName>(draft: Partial<Values>, name: Name, value: Values[Name]): void {
  draft[name] = value;
}

function isComplete(draft: Partial<Values>): draft is Values {
  return sectionNames.every((name) => draft[name] !== undefined);
}

export const defaults: Settings = assemble(() => null);
