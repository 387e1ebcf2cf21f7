import type { StagedWrites } from "../../disk/staged-writes.ts";
import { skillsPhrases as say } from "../../text/phrases/skills.ts";
import { stagedPhrases } from "../../text/phrases/staged.ts";
import type { CommandCall, CommandRun } from "../command.ts";
import { fail } from "../fail.ts";
import { isGiven } from "../flag-value.ts";
import { plainLine, plainText } from "../plain-text.ts";
import { approveStaged, listStaged, rejectStaged } from "../staged/staged-commands.ts";

export type SkillsWorld = {
  readonly kind: "skills";
  readonly skills: readonly SkillView[];
  readonly quarantined: readonly { readonly name: string; readonly folder: string; readonly why: string }[];
  readonly problems: readonly string[];
  readonly find: (name: string) => Found | Problem;
  /** null: done. */
  readonly switchTo: (name: string, on: boolean) => Promise<string | null>;
  readonly install: (source: string, force: boolean) => Promise<{ name: string; folder: string } | Problem>;
  readonly remove: (name: string) => { readonly folder: string } | Problem;
  readonly staged: StagedWrites;
  /** What a waiting change would do, in words or as a diff; null: nothing with this id waits. */
  readonly diff: (id: string) => Promise<string | null>;
};

export type SkillView = {
  readonly name: string;
  readonly description: string;
  readonly category: string;
  readonly tier: string;
  readonly folder: string;
  readonly enabled: boolean;
};

type Problem = { readonly problem: string };
type Found = { readonly view: SkillView; readonly text: string; readonly files: readonly string[] };
type Refusal = { readonly kind: "refused"; readonly exitCode: number; readonly message: string };
export type OpenSkills = (call: CommandCall) => Promise<SkillsWorld | Refusal>;

const names = [
  "list",
  "show",
  "enable",
  "disable",
  "install",
  "remove",
  "pending",
  "diff",
  "approve",
  "reject",
] as const;
export type SkillRuns = Readonly<Record<(typeof names)[number], CommandRun>>;

export function skillRuns(open: OpenSkills): SkillRuns {
  const staged = async (call: CommandCall) => {
    const world = await open(call);
    return world.kind === "refused" ? world : { kind: "staged" as const, writes: world.staged };
  };
  const one = (form: string, act: (call: CommandCall, world: SkillsWorld, name: string) => Promise<number>) =>
    withOne(open, form, act);
  return {
    list: (call) => withSkills(call, open, async (world) => list(call, world)),
    show: one("skills show <name>", show),
    enable: one("skills enable <name>", (call, world, name) => turn(call, world, name, true)),
    disable: one("skills disable <name>", (call, world, name) => turn(call, world, name, false)),
    install: one("skills install <folder|git url>", install),
    remove: one("skills remove <name>", remove),
    pending: listStaged(staged),
    diff: one("skills diff <id>", diff),
    approve: approveStaged(staged, "skills approve"),
    reject: rejectStaged(staged, "skills reject"),
  };
}

function list(call: CommandCall, { skills, quarantined, problems }: SkillsWorld): number {
  const { out, err } = call.terminal;
  if (isGiven(call.flags, "json")) {
    out(`${JSON.stringify({ skills, quarantined, problems }, null, 2)}\n`);
    return 0;
  }
  if (skills.length === 0) out(`${say.none}\n`);
  const width = Math.max(0, ...skills.map(({ name }) => name.length));
  for (const { name, tier, enabled, description } of skills) {
    const mark = enabled ? "" : ` [${say.off}]`;
    out(`${plainLine(name, width).padEnd(width)}  ${tier.padEnd(8)}  ${plainLine(description, 90)}${mark}\n`);
  }
  for (const { name, folder, why } of quarantined) err(`${say.quarantined(name, folder, why)}\n`);
  for (const problem of problems) err(`${problem}\n`);
  return 0;
}

async function show(call: CommandCall, { find }: SkillsWorld, name: string): Promise<number> {
  const found = find(name);
  if ("problem" in found) return fail(call, found.problem, 1);
  const { view, text, files } = found;
  call.terminal.out(`${view.folder} (${view.tier})\n\n${plainText(text)}\n`);
  for (const file of files) call.terminal.out(`- ${plainLine(file, 200)}\n`);
  return 0;
}

async function turn(call: CommandCall, world: SkillsWorld, name: string, on: boolean): Promise<number> {
  const view = world.skills.find((skill) => skill.name === name);
  if (view === undefined) {
    const found = world.find(name);
    return fail(call, "problem" in found ? found.problem : stagedPhrases.unknown(name), 1);
  }
  if (view.enabled === on) {
    call.terminal.out(`${say.already(name, on)}\n`);
    return 0;
  }
  const why = await world.switchTo(name, on);
  if (why !== null) return fail(call, why, 1);
  call.terminal.out(`${say.switched(name, on)}\n`);
  return 0;
}

async function install(call: CommandCall, world: SkillsWorld, source: string): Promise<number> {
  const done = await world.install(source, isGiven(call.flags, "force"));
  if ("problem" in done) return fail(call, say.notInstalled(source, done.problem), 1);
  call.terminal.out(`${say.installed(done.name, done.folder)}\n`);
  return 0;
}

async function remove(call: CommandCall, world: SkillsWorld, name: string): Promise<number> {
  const { ask, inIsTty, out } = call.terminal;
  const found = world.find(name);
  if ("problem" in found) return fail(call, found.problem, 1);
  if (!isGiven(call.flags, "yes")) {
    if (!inIsTty || ask === undefined) return fail(call, say.confirmRemove(name), 2);
    const answer = await ask(say.askRemove(name), call.context.signal);
    if (!/^y(es)?$/iu.test(answer.trim())) {
      out(`${say.kept}\n`);
      return 0;
    }
  }
  const done = world.remove(name);
  if ("problem" in done) return fail(call, say.notRemoved(name, done.problem), 1);
  out(`${say.removed(name, done.folder)}\n`);
  return 0;
}

async function diff(call: CommandCall, world: SkillsWorld, id: string): Promise<number> {
  const text = await world.diff(id);
  if (text === null) return fail(call, stagedPhrases.unknown(id), 1);
  call.terminal.out(`${plainText(text)}\n`);
  return 0;
}

function withOne(
  open: OpenSkills,
  form: string,
  act: (call: CommandCall, world: SkillsWorld, name: string) => Promise<number>,
): CommandRun {
  return async (call) => {
    const [name, ...more] = call.positionals;
    if (name === undefined || more.length > 0) return fail(call, stagedPhrases.usage(form), 2);
    return withSkills(call, open, (world) => act(call, world, name));
  };
}

async function withSkills(
  call: CommandCall,
  open: OpenSkills,
  act: (world: SkillsWorld) => Promise<number>,
): Promise<number> {
  const world = await open(call);
  return world.kind === "refused" ? fail(call, world.message, world.exitCode) : act(world);
}
