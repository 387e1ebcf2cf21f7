import { homedir } from "node:os";
import type { Settings } from "../config/schema/settings.ts";
import type { ChoiceRules } from "../plugins/manifest/choose.ts";
import { trustedProject } from "../skills/roots.ts";

type Place = {
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly gitRoot: string | null;
};

/** What the settings and the environment say about which plugins load. */
export function choiceRules(
  { plugins, skills, context, memory }: Settings,
  { home, env, gitRoot }: Place,
): ChoiceRules {
  const places = { home, userHome: env["HOME"] ?? homedir(), gitRoot, env };
  return {
    enabled: plugins.enabled,
    disabled: plugins.disabled,
    trustsProject: env["HERMES_ENABLE_PROJECT_PLUGINS"] === "1" || trustedProject(places, skills) !== null,
    engine: context.engine,
    memoryProvider: memory.provider,
  };
}
