import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { Finding, HookTrial } from "../../domain/plugin-admin.ts";
import { pluginsPhrases as say } from "../../text/phrases/plugins.ts";
import type { Consents } from "../consents.ts";
import { isAgreed, isChanged, pathOf, wordsOf, type HookPlace } from "./hook-consent.ts";
import type { ShellHook } from "./shell-hook.ts";

const slowMs = 1_000; // what a person notices in front of every call

type Examination = HookPlace & {
  readonly consents: Consents;
  readonly acceptsAll: boolean;
  readonly trial: () => Promise<HookTrial>;
};

/** What is wrong with one hook. It is run only if somebody agreed to it as it is and nothing of it is missing. */
export async function examineHook(hook: ShellHook, parts: Examination): Promise<readonly Finding[]> {
  const files = [...programProblem(hook.command, parts), ...missingFiles(hook.command, parts)].map((text) =>
    found("problem", hook, text),
  );
  const consent = consentFinding(hook, parts);
  if (files.length > 0 || consent !== null) return [...files, ...(consent === null ? [] : [consent])];
  return [judged(hook, await parts.trial())];
}

function judged(hook: ShellHook, trial: HookTrial): Finding {
  if (trial.kind === "not-run") return found("warning", hook, trial.why);
  if (trial.failed) return found("problem", hook, trial.verdict);
  const took = Math.round(trial.durationMs);
  return took > slowMs ? found("warning", hook, say.hookSlow(took)) : found("ok", hook, say.hookFine(took));
}

function consentFinding(hook: ShellHook, { consents, acceptsAll, ...place }: Examination): Finding | null {
  if (acceptsAll || isAgreed(hook, place, consents)) return null;
  return found("warning", hook, isChanged(hook, place, consents) ? say.changedSinceConsent : say.neverAgreed);
}

/** The first word of the command, where it is a plain one: what the shell will look for. */
function programProblem(command: string, place: HookPlace): readonly string[] {
  const [program = ""] = command.trim().split(/\s+/);
  if (!/^[\w./~$@+-]+$/.test(program)) return []; // quoted, assigned or compound: the shell knows better
  if (!program.includes("/")) return isBuiltIn(program) || onPath(program, place) ? [] : [say.noProgram(program)];
  const path = pathOf(program, place);
  if (!isFile(path)) return []; // told as missing
  return isExecutable(path) ? [] : [say.notExecutable(program)];
}

/** Words that are spelt like a place in the file system and lead nowhere. */
function missingFiles(command: string, place: HookPlace): readonly string[] {
  const spelt = wordsOf(command).filter((word) => /^(?:~|\.{1,2}|\$\{?\w+\}?)?\/./.test(word));
  return spelt.filter((word) => !exists(pathOf(word, place))).map((word) => say.missingFile(word));
}

function isBuiltIn(program: string): boolean {
  return ["echo", "exit", "test", "printf", "true", "false", "cd", "exec", "if", "for", "while", "case", "."].includes(
    program,
  );
}

function onPath(program: string, { env }: HookPlace): boolean {
  return (env["PATH"] ?? "/usr/bin:/bin").split(delimiter).some((folder) => isExecutable(join(folder, program)));
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

function exists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return isFile(path);
  } catch {
    return false;
  }
}

function found(level: Finding["level"], { event, command }: ShellHook, text: string): Finding {
  return { level, about: `${event}  ${command}`, text };
}
