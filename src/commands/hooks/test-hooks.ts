import { isRecord } from "../../text/is-record.ts";
import type { HookAdmin, HookSample, HookTrial, ShellHookRow } from "../../domain/plugin-admin.ts";
import { pluginsPhrases as say } from "../../text/phrases/plugins.ts";
import type { CommandCall } from "../command.ts";
import { fail } from "../fail.ts";
import { textFlag } from "../flag-value.ts";
import { plainText } from "../plain-text.ts";

const exit = { ok: 0, failed: 1, usage: 2 } as const;

/** Runs every hook of one event on the same invented payload. Exit code 1: one of them failed or did not run. */
export async function testHooks(admin: HookAdmin, call: CommandCall): Promise<number> {
  const [name = ""] = call.positionals;
  const event = admin.eventNamed(name);
  if (event === null) return fail(call, say.noSuchEvent(name, admin.events), exit.usage);
  const sample = sampleOf(call);
  if (sample === null) return fail(call, say.badSample, exit.usage);
  const { rows, problems } = admin.list();
  for (const problem of problems) fail(call, problem, exit.failed);
  const meant = rows.filter((row) => row.event === event);
  if (meant.length === 0) return fail(call, say.noHookFor(event, eventsOf(rows)), exit.failed);
  const trials: { row: ShellHookRow; trial: HookTrial }[] = [];
  for (const row of meant) trials.push({ row, trial: await admin.test(row, sample) });
  call.terminal.out(call.flags["json"] === true ? jsonOf(trials) : trials.map(blockOf).join("\n"));
  return trials.every(({ trial }) => trial.kind === "ran" && !trial.failed) ? exit.ok : exit.failed;
}

function eventsOf(rows: readonly ShellHookRow[]): readonly string[] {
  return [...new Set(rows.map(({ event }) => event))];
}

function sampleOf({ flags }: CommandCall): HookSample | null {
  const tool = textFlag(flags, "tool") ?? "terminal";
  const args = textFlag(flags, "args");
  if (args === null) return { tool, args: tool === "terminal" ? { command: "ls" } : {} };
  try {
    const value: unknown = JSON.parse(args);
    return isRecord(value) ? { tool, args: value } : null;
  } catch {
    return null;
  }
}

type Tried = { readonly row: ShellHookRow; readonly trial: HookTrial };

function jsonOf(trials: readonly Tried[]): string {
  const rows = trials.map(({ row, trial }) => ({ event: row.event, command: row.command, ...trial }));
  return `${JSON.stringify(rows, null, 2)}\n`;
}

/** Verdict, time and both streams, each line of theirs set in. */
function blockOf({ row, trial }: Tried): string {
  const head = `${row.event}${row.matcher === "" ? "" : ` (${row.matcher})`}  ${row.command}`;
  const facts =
    trial.kind === "not-run"
      ? [["not run", trial.why] as const]
      : ([
          ["verdict", trial.verdict],
          ["took", `${Math.round(trial.durationMs)} ms`],
          ["exit code", trial.code === null ? "none" : String(trial.code)],
          ["stdout", trial.out.trimEnd()],
          ["stderr", trial.err.trimEnd()],
        ] as const);
  const shown = facts.filter(([, text]) => text !== "");
  const lines = shown.map(([name, text]) => `  ${name.padEnd(10)} ${text.replaceAll("\n", `\n${" ".repeat(13)}`)}`);
  return `${plainText([head, ...lines].join("\n"))}\n`;
}
