import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import type { CommandContext } from "../commands/command.ts";
import type { Home } from "../config/home.ts";
import type { Settings } from "../config/schema/settings.ts";
import { gitRoot } from "../disk/git-root.ts";
import type { Log } from "../domain/log.ts";
import type { Tool } from "../domain/tool.ts";
import { commandEnvironment } from "./command-environment.ts";
import { scannerVersion } from "../safety/injection/scanner.ts";
import { createQuarantine } from "../skills/guard/quarantine.ts";
import type { IndexCache } from "../skills/index-cache.ts";
import { createInlineShell } from "../skills/inline-shell.ts";
import { skillRoots, type SkillPlaces } from "../skills/roots.ts";
import { createSkillLibrary, type SkillLibrary } from "../skills/skill-library.ts";
import { createSkillTools } from "../skills/skill-tools.ts";
import { disabledSkills, systemName, type SkillFilter } from "../skills/visible.ts";
import type { YamlReader } from "../skills/yaml-reader.ts";
import { injectionScan as scan } from "./injection-scan.ts";

export type SkillsRequest = {
  readonly home: Home;
  readonly settings: Settings;
  readonly log: Log;
  readonly context: Pick<CommandContext, "env" | "clock" | "rng">;
  /** Where the session works; its repository may bring skills along. */
  readonly workspace: string;
  readonly surface: string;
  readonly indexes: IndexCache;
  readonly yaml: YamlReader;
  readonly extensions?: { readonly skillDirs?: NonNullable<SkillPlaces["plugged"]> };
  /** Takes variables that a loaded skill declares. */
  readonly handOn: (variables: Readonly<Record<string, string>>) => void;
};

type BuiltSkills = {
  readonly library: SkillLibrary;
  readonly tools: readonly Tool[];
  /** Which tools the session got, its skill tools among them: some skills depend on it. */
  readonly settle: (tools: readonly Tool[]) => void;
  /** The conversation was shortened: what was shown may be shown again. */
  readonly forgetShown: () => void;
};

/** The session's skills and the tools for them. */
export function buildSkills(request: SkillsRequest): BuiltSkills {
  const { home, settings, log, context, surface, indexes, yaml } = request;
  const { env, clock, rng } = context;
  let abilities: SkillFilter["abilities"] = null;
  const plugged = request.extensions?.skillDirs ?? [];
  const places = { ...skillPlaces(home, env), gitRoot: gitRoot(request.workspace), plugged };
  const library = createSkillLibrary({
    home: home.path,
    userHome: places.userHome,
    roots: skillRoots(places, settings.skills),
    quarantine: createQuarantine({ home: home.path, scan, scannerVersion, log }),
    scan,
    filter: () => ({
      os: systemName(process.platform),
      disabled: disabledSkills(settings.skills, surface),
      abilities,
    }),
    preprocessing: preprocessing(request),
    config: settings.skills.config,
    env,
    handOn: (names) => {
      const declared = Object.fromEntries(names.map((name) => [name, env[name]]));
      request.handOn(commandEnvironment(declared, settings, names)); // keys of model providers stay here all the same
    },
    indexes,
    yaml,
    log,
  });
  const { guard_agent_created: guard, write_approval: stages } = settings.skills;
  const served = new Map<string, string>();
  return {
    library,
    tools: createSkillTools({ library, rng, clock, guard, stages }, served),
    forgetShown: () => served.clear(),
    settle: (tools) => {
      const [names, sets] = [tools.map(({ name }) => name), tools.map(({ toolset }) => toolset)];
      abilities = { tools: new Set(names), toolsets: new Set(sets) };
    },
  };
}

/** Where skills are looked for, the project's aside. */
export function skillPlaces(home: Home, env: CommandContext["env"]): Omit<SkillPlaces, "gitRoot"> {
  return { home: home.path, userHome: env["HOME"] ?? homedir(), bundled: shippedSkills(), env };
}

function preprocessing({ settings, context }: SkillsRequest) {
  const { template_vars: templateVariables, inline_shell: isOn, inline_shell_timeout: seconds } = settings.skills;
  if (!isOn) return { templateVariables, inlineShell: null };
  const env = commandEnvironment(context.env, settings);
  const inlineShell = createInlineShell({ clock: context.clock, timeoutMs: seconds * 1_000, env });
  return { templateVariables, inlineShell };
}

/** Beside the bundle, or beside the sources; null where the package was taken apart. */
function shippedSkills(): string | null {
  const places = ["..", "../.."].map((up) => join(import.meta.dirname, up, "skills"));
  return places.find((place) => existsSync(join(place, "hermes-help", "SKILL.md"))) ?? null;
}
