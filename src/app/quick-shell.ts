import { homedir } from "node:os";
import type { CommandCall } from "../commands/command.ts";
import { plainText } from "../commands/plain-text.ts";
import type { SlashWorld } from "../commands/slash/slash-command.ts";
import { noLog } from "../domain/log.ts";
import { redactSecrets } from "../safety/redact.ts";
import { explainCommand } from "../tools/approval/explain.ts";
import { type CommandEnd, runCommand } from "../tools/terminal/run-command.ts";
import { quickCommandPhrases as say } from "../text/phrases/quick-commands.ts";
import { approverPolicy } from "./approver-policy.ts";
import { newApprovals } from "./build-approver.ts";
import { buildBackend, firstShell } from "./build-backend.ts";
import { pathRules } from "./build-tools.ts";
import { openSettings, type OpenSettings } from "./open-settings.ts";
import { emptyProcessMemory } from "./process-memory.ts";

const limitSeconds = 30;
const mostChars = 4_000;

/** Runs a quick command where the model's commands run, under the same rules. */
export function quickShell({ context }: CommandCall): NonNullable<SlashWorld["shell"]> {
  return async (line, choose) => {
    const opened = await openSettings(context);
    if (opened.kind === "refused") return { ok: false, text: opened.message };
    const verdict = await judged(line, opened, context);
    const why = verdict.findings.map(({ description }) => description).join("; ");
    if (verdict.verdict === "deny") return { ok: false, text: say.blocked(why === "" ? (verdict.rule ?? "") : why) };
    if (verdict.verdict === "ask" && (await choose(say.ask(line, why), [say.run, say.dont])) !== say.run) {
      return { ok: false, text: say.declined };
    }
    return run(line, opened, context);
  };
}

type Context = CommandCall["context"];

function pathsOf({ home, settings }: OpenSettings, context: Context) {
  return pathRules({ home, settings, context, workspace: context.cwd, options: { addDirs: [] } });
}

async function judged(line: string, opened: OpenSettings, context: Context) {
  const policy = approverPolicy({
    ...opened,
    options: { allow: [], source: null },
    env: context.env,
    clock: context.clock,
    log: noLog,
    paths: pathsOf(opened, context),
    approvals: newApprovals(opened.settings, { yolo: false }),
    facts: { isolation: "none", wroteFile: () => false, startedProcess: () => false },
    noteWritten: () => undefined,
  });
  return explainCommand(line, context.cwd, { ...policy, saveScript: () => "" });
}

async function run(line: string, opened: OpenSettings, context: Context) {
  const { settings } = opened;
  const request = { ...opened, context, log: noLog, memory: emptyProcessMemory(), conversationId: null };
  const { roots } = pathsOf(opened, context);
  const backend = buildBackend(request, { roots, userHome: context.env["HOME"] ?? homedir() });
  const chunks: Uint8Array[] = [];
  try {
    const end = await runCommand(
      {
        shell: settings.terminal.shell === "auto" ? "bash" : settings.terminal.shell,
        command: line,
        start: firstShell({ settings, cwd: context.cwd, context }),
        limitMs: limitSeconds * 1_000,
        pty: false,
        sudoPassword: null,
        onOutput: (bytes) => void chunks.push(bytes),
      },
      { backend, clock: context.clock },
      context.signal,
    );
    return told(end, Buffer.concat(chunks).toString("utf8"));
  } finally {
    await backend.close();
  }
}

function told(end: CommandEnd, output: string): { readonly ok: boolean; readonly text: string } {
  const text = shortened(redactSecrets(plainText(output)).trimEnd());
  const noted = (note: string): string => [text, note].filter((part) => part !== "").join("\n");
  switch (end.kind) {
    case "exited":
      if (end.code !== 0) return { ok: false, text: noted(say.exitCode(end.code)) };
      return { ok: true, text: text === "" ? say.noOutput : text };
    case "timed-out":
      return { ok: false, text: noted(say.timedOut(limitSeconds)) };
    case "interrupted":
      return { ok: false, text: noted(say.interrupted) };
    case "not-started":
      return { ok: false, text: end.why };
  }
}

function shortened(text: string): string {
  return text.length <= mostChars
    ? text
    : `${text.slice(0, mostChars).toWellFormed()}\n${say.cut(text.length - mostChars)}`;
}
