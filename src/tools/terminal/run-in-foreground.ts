import type { ToolOutcome } from "../../domain/outcome.ts";
import { openSpill } from "../spill.ts";
import { createBoundedOutput, type CollectedOutput } from "./bounded-output.ts";
import { createCleanStream } from "./clean-stream.ts";
import { commandResult } from "./command-result.ts";
import type { Around, CommandAsked } from "./perform.ts";
import { type CommandEnd, runCommand } from "./run-command.ts";
import type { ShellLaunch } from "./shell-launch.ts";
import { sudoHint } from "./sudo-use.ts";

/** Runs a command to its end; where it ended and what it exported is where the next one starts. */
export async function runInForeground(asked: CommandAsked, around: Around): Promise<ToolOutcome> {
  const { deps, place, shape } = around;
  const before = deps.state.launch(place.cwd);
  const { end, output } = await collect(asked, before, around);
  deps.onRun();
  const after = end.kind === "exited" ? end.state : null;
  if (after !== null) deps.state.replace(place.own ? { ...after, cwd: deps.state.current().cwd } : after);
  const cwd = !place.own && after !== null && after.cwd !== before.cwd ? after.cwd : null;
  const hint = shape.usesSudo && around.sudoPassword === null ? sudoHint(end, output.text, deps) : null;
  const note = [place.note, hint].filter((line) => line !== null).join(" ") || null;
  return commandResult({ end, output, shape, seconds: asked.seconds, cwd, note, byUser: around.byUser });
}

async function collect(
  { command, seconds, pty }: CommandAsked,
  start: ShellLaunch,
  { deps, context, redact, sudoPassword }: Around,
): Promise<{ end: CommandEnd; output: CollectedOutput }> {
  const clean = createCleanStream(redact);
  const { outputChars: chars, spillChars } = deps.limits;
  const bounded = createBoundedOutput({ chars, spillChars }, () => openSpill(deps.spillFolder, context.callId));
  const take = (text: string): void => bounded.push(pty ? text.replaceAll("\r\n", "\n") : text);
  const onOutput = (bytes: Uint8Array): void => take(clean.push(bytes));
  const run = { shell: deps.shell, command, start, limitMs: seconds * 1_000, pty, sudoPassword, onOutput };
  const end = await runCommand(run, deps, context.signal);
  take(clean.end());
  return { end, output: bounded.end() };
}
