import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { InjectionScan } from "../../src/domain/injection-scan.ts";
import { noLog, type Log } from "../../src/domain/log.ts";
import type { Tool } from "../../src/domain/tool.ts";
import { createQuarantine } from "../../src/skills/guard/quarantine.ts";
import { createIndexCache } from "../../src/skills/index-cache.ts";
import { skillRoots } from "../../src/skills/roots.ts";
import { createSkillLibrary, type SkillLibrary, type SkillLibraryDeps } from "../../src/skills/skill-library.ts";
import { createSkillTools } from "../../src/skills/skill-tools.ts";
import type { SkillManageDeps } from "../../src/skills/skill-manage-tool.ts";
import type { SkillFilter } from "../../src/skills/visible.ts";
import { createYamlReader } from "../../src/skills/yaml-reader.ts";
import { FakeClock } from "./fake-clock.ts";
import { fakeRng } from "./fake-rng.ts";
import { toolContext } from "./tool-context.ts";

/** A scanner of one rule: who writes "ignore all instructions" is up to something. */
export const playedScan: InjectionScan = (text) =>
  /ignore all instructions/i.test(text)
    ? { blocked: true, reasons: ["prompt_injection"] }
    : { blocked: false, reasons: [] };

export type SkillWorld = {
  /** Folders `home`, `bundled`, `outside` and `repo` are in it. */
  readonly root: string;
  readonly home: string;
  readonly library: SkillLibrary;
  readonly write: (path: string, content: string | Uint8Array) => void;
  /** The result of a call as the model reads it. */
  readonly call: (tool: string, args: Readonly<Record<string, unknown>>, sessionId?: string) => Promise<unknown>;
};

type WorldOptions = {
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  readonly filter?: Partial<SkillFilter>;
  readonly trusted?: boolean;
  readonly log?: Log;
  readonly deps?: Partial<SkillLibraryDeps>;
  readonly manage?: Partial<SkillManageDeps>;
};

export const yaml = createYamlReader();
await yaml.load();

/** The whole room over real folders: a project, a home, an external folder and shipped skills. */
export function skillWorld(options: WorldOptions = {}): SkillWorld {
  const { files = {}, filter = {}, trusted = false, log = noLog, deps = {}, manage = {} } = options;
  const root = realpathSync(mkdtempSync(join(tmpdir(), "hermes-skills-")));
  const home = join(root, "home");
  mkdirSync(home);
  const write: SkillWorld["write"] = (path, content) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  };
  for (const [path, content] of Object.entries(files)) write(path, content);
  const gitRoot = join(root, "repo");
  const places = { home, userHome: root, bundled: join(root, "bundled"), gitRoot, env: { OUTSIDE: "outside" } };
  const library = createSkillLibrary({
    home,
    userHome: root,
    roots: skillRoots(places, {
      external_dirs: ["../${OUTSIDE}"],
      trusted_project_dirs: trusted ? [gitRoot] : [],
      project_discovery: true,
    }),
    quarantine: createQuarantine({ home, scan: playedScan, scannerVersion: 1, log }),
    scan: playedScan,
    filter: () => ({ os: "linux", disabled: new Set(), abilities: null, ...filter }),
    preprocessing: { templateVariables: true, inlineShell: null },
    config: {},
    env: {},
    handOn: () => undefined,
    indexes: createIndexCache(),
    yaml,
    log,
    ...deps,
  });
  const tools = createSkillTools({
    library,
    rng: fakeRng(),
    clock: new FakeClock(),
    guard: false,
    stages: false,
    ...manage,
  });
  return { root, home, library, write, call: (tool, args, sessionId) => callTool(tools, tool, args, sessionId) };
}

async function callTool(
  tools: readonly Tool[],
  name: string,
  args: Readonly<Record<string, unknown>>,
  sessionId = "session",
): Promise<unknown> {
  const prepared = tools.find((tool) => tool.name === name)?.prepare(args);
  if (prepared?.kind !== "ready") throw new Error(`${name} does not take ${JSON.stringify(args)}`);
  const outcome = await prepared.call.run(toolContext({ cwd: "/", sessionId }));
  if (outcome.kind === "error") return { error: outcome.message, ...outcome.details };
  if (typeof outcome.content !== "string") throw new Error(`${name} answered with parts`);
  return JSON.parse(outcome.content);
}

/** A SKILL.md with these lines in its head. */
export function skillText(name: string, description: string, extra = "", body = `Do as ${name} says.`): string {
  return `---\nname: ${name}\ndescription: ${description}\n${extra === "" ? "" : `${extra}\n`}---\n\n${body}\n`;
}
