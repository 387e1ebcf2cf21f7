import type { CommandCall, CommandRun } from "../commands/command.ts";
import { findings } from "../commands/config/findings.ts";
import { withSettings } from "../commands/config/open-config.ts";
import { fail } from "../commands/fail.ts";
import { isGiven } from "../commands/flag-value.ts";
import { setupSections } from "../commands/setup/spec.ts";
import { changeConfig } from "../config/edit.ts";
import { configPath } from "../config/home.ts";
import { settingValue } from "../config/setting-value.ts";
import { isMap, valueAt } from "../config/tree.ts";
import { emptyFallbackMemory } from "../domain/fallback.ts";
import { runFlow } from "../surfaces/setup/flow.ts";
import { newSection, sectionFlow, type SectionEffect, type SectionResult } from "../surfaces/setup/section-flow.ts";
import { questionsOf, sections } from "../surfaces/setup/sections.ts";
import { nearest } from "../text/nearest.ts";
import { cliPhrases } from "../text/phrases/cli.ts";
import { setupPhrases as say } from "../text/phrases/setup.ts";
import { buildAsker, hasTerminal } from "./build-asker.ts";
import { chooseRuntime } from "./choose-runtime.ts";
import { exitCodes } from "./exit-codes.ts";
import { askForModel, told } from "./model-command.ts";
import { openSettings, type OpenSettings } from "./open-settings.ts";

type Section = (typeof setupSections)[number];
const whole: readonly Section[] = ["model", "terminal", "tools", "agent"];

/** `hermes setup`: the model, then the few settings people change first; or one of these parts. */
export function setupRun(process: NodeJS.Process): CommandRun {
  return async (call) => {
    const [named] = call.positionals;
    const section = setupSections.find((known) => known === named);
    if (named !== undefined && section === undefined) return fail(call, unknownSection(named), exitCodes.usage);
    if (section === "gateway") return aboutGateway(call);
    const opened = await openSettings(call.context);
    if (opened.kind === "refused") return fail(call, opened.message, opened.exitCode);
    if (isGiven(call.flags, "non-interactive")) return validate(call, opened);
    if (isGiven(call.flags, "quick") && isReady(opened)) return ready(call, opened);
    if (!hasTerminal(call)) return fail(call, say.setupNeedsTerminal, exitCodes.usage);
    const wanted = section === undefined ? (isGiven(call.flags, "quick") ? (["model"] as const) : whole) : [section];
    return inOrder(call, wanted, process);
  };
}

function aboutGateway({ terminal }: CommandCall): number {
  for (const line of say.aboutGateway) terminal.out(`${line}\n`);
  return exitCodes.ok;
}

function unknownSection(named: string): string {
  return cliPhrases.unknownCommand(named, "hermes setup", nearest(named, setupSections), setupSections);
}

async function inOrder(call: CommandCall, wanted: readonly Section[], process: NodeJS.Process): Promise<number> {
  for (const section of wanted) {
    const opened = await openSettings(call.context); // the section before may have changed it
    if (opened.kind === "refused") return fail(call, opened.message, opened.exitCode);
    const code = await oneSection(section, call, opened, process);
    if (code !== null) return code;
  }
  return exitCodes.ok;
}

/** null: go on with the next one. */
async function oneSection(
  section: Section,
  call: CommandCall,
  opened: OpenSettings,
  process: NodeJS.Process,
): Promise<number | null> {
  call.terminal.out(`${say.sectionHead(section)}\n`);
  if (section === "model" || section === "gateway") {
    const end = await askForModel(call, opened, process, false);
    const code = told(call, end);
    return end.kind === "stored" ? null : code;
  }
  return settings(section, call, opened, process);
}

async function settings(
  section: keyof typeof sections,
  call: CommandCall,
  opened: OpenSettings,
  process: NodeJS.Process,
): Promise<number | null> {
  const questions = questionsOf(section);
  const current = new Map(questions.map(({ key }) => [key, written(opened.settings, key)]));
  const file = configPath(opened.home);
  using seat = await buildAsker(call, process);
  const end = await runFlow(sectionFlow, newSection(questions, current), performer(file), seat.asker);
  seat.asker.close();
  switch (end.kind) {
    case "left":
      call.terminal.out(`${say.left}\n`);
      return exitCodes.ok;
    case "failed":
      return fail(call, end.message, exitCodes.failed);
    case "stored":
      call.terminal.out(`${end.count === 0 ? say.settingsKept : say.settingsSaved(end.count, file)}\n`);
      return null;
  }
}

function performer(file: string) {
  return async (effect: SectionEffect): Promise<SectionResult> => {
    if (effect.kind === "store") {
      const changes = effect.changes.map(({ key, value }) => ({ key: key.split("."), value }));
      const done = await changeConfig(file, changes);
      return done.kind === "refused" ? { kind: "unstored", message: done.reason } : { kind: "stored" };
    }
    const meant = await settingValue(effect.key.split("."), effect.text);
    return meant.kind === "section" ? { kind: "bad", allowed: effect.key } : meant;
  };
}

function written(tree: OpenSettings["settings"], key: string): string {
  const value = isMap(tree) ? valueAt(tree, key.split(".")) : undefined;
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}

function isReady(opened: OpenSettings): boolean {
  return runtimeNow(opened).kind === "runtime";
}

function runtimeNow(opened: OpenSettings): ReturnType<typeof chooseRuntime> {
  return chooseRuntime(opened, { model: null, provider: null }, emptyFallbackMemory());
}

/** Nothing is asked and nothing of the person's changed; the home with its first files was made on the way here. */
async function validate(call: CommandCall, opened: OpenSettings): Promise<number> {
  const found = await withSettings(call, async (read) => {
    const problems = await findings(read);
    for (const line of problems) call.terminal.err(`${line}\n`);
    return problems.length;
  });
  if (found > 0) return exitCodes.failed;
  call.terminal.out(`${say.valid(configPath(opened.home))}\n`);
  return ready(call, opened);
}

function ready(call: CommandCall, opened: OpenSettings): number {
  const now = runtimeNow(opened);
  if (now.kind === "refused") return fail(call, now.message, now.exitCode);
  call.terminal.out(`${say.allSet(now.runtime.provider, now.runtime.model)}\n`);
  return exitCodes.ok;
}
