import { stat } from "node:fs/promises";
import { fail, type ToolOutcome } from "../../domain/outcome.ts";
import type { ToolContext } from "../../domain/tool.ts";
import { absolutePath } from "../../safety/paths.ts";
import { openSpill } from "../spill.ts";
import { createBoundedOutput, type CollectedOutput } from "./bounded-output.ts";
import { createCleanStream } from "./clean-stream.ts";
import { commandResult } from "./command-result.ts";
import { commandShape, type CommandShape } from "./command-shape.ts";
import { type CommandEnd, runCommand } from "./run-command.ts";
import type { ShellSnapshot } from "./shell-state.ts";
import type { TerminalDeps } from "./terminal.ts";

type Place = { readonly kind: "place"; readonly cwd: string; readonly own: boolean; readonly note: string | null };
type Around = { readonly deps: TerminalDeps; readonly context: ToolContext };

type CommandAsked = {
  readonly command: string;
  readonly seconds: number;
  readonly workdir: string | undefined;
};

/** One command in its folder: looked at, approved, run, and told to the model. */
export async function perform({ command, seconds, workdir }: CommandAsked, around: Around): Promise<ToolOutcome> {
  const place = await placeOf(workdir, around.deps);
  return place.kind === "error" ? place : runAt(place, command, seconds, around);
}

async function placeOf(
  workdir: string | undefined,
  { state, userHome }: TerminalDeps,
): Promise<Place | Extract<ToolOutcome, { kind: "error" }>> {
  const current = state.current().cwd;
  if (workdir !== undefined) {
    if (/\p{Cc}/u.test(workdir)) return { kind: "error", message: "workdir holds control characters." };
    const folder = absolutePath(workdir, current, userHome);
    if (!(await isFolder(folder))) return { kind: "error", message: `workdir is not a folder: ${workdir}` };
    return { kind: "place", cwd: folder, own: true, note: null };
  }
  if (await isFolder(current)) return { kind: "place", cwd: current, own: false, note: null };
  const { cwd } = state.start;
  return { kind: "place", cwd, own: false, note: `The working directory ${current} is gone; this ran in ${cwd}.` };
}

async function runAt(place: Place, command: string, seconds: number, { deps, context }: Around): Promise<ToolOutcome> {
  const shape = await commandShape(command);
  if (shape.problem !== null) return backgroundRefusal(shape.problem);
  const action = place.cwd === context.cwd ? command : `cd ${quoted(place.cwd)}\n${command}`;
  const approval = await context.approve({ tool: "terminal", kind: "command", action });
  if (approval.decision === "deny") return { kind: "error", message: approval.reason, effect: "none" };
  if (approval.changesNothing !== true) await context.beforeChange();
  const before = { ...deps.state.current(), cwd: place.cwd };
  const { end, output } = await collect(command, { seconds, start: before, shape }, { deps, context });
  deps.onRun();
  if (end.kind === "exited" && end.state !== null) {
    deps.state.replace(place.own ? { ...end.state, cwd: deps.state.current().cwd } : end.state);
  }
  const cwd =
    end.kind === "exited" && !place.own && end.state !== null && end.state.cwd !== before.cwd ? end.state.cwd : null;
  return commandResult({ end, output, shape, seconds, cwd, note: place.note });
}

async function collect(
  command: string,
  { seconds, start, shape }: { readonly seconds: number; readonly start: ShellSnapshot; readonly shape: CommandShape },
  { deps, context }: Around,
): Promise<{ end: CommandEnd; output: CollectedOutput }> {
  const mode = shape.dumpsEnvironment ? "environment" : "text";
  const clean = createCleanStream((text) => deps.redact(text, mode));
  const { outputChars: chars, spillChars } = deps.limits;
  const bounded = createBoundedOutput({ chars, spillChars }, () => openSpill(deps.spillFolder, context.callId));
  const onOutput = (bytes: Uint8Array): void => bounded.push(clean.push(bytes));
  const run = { shell: deps.shell, command, start, limitMs: seconds * 1_000, onOutput };
  const end = await runCommand(run, deps.clock, context.signal);
  bounded.push(clean.end());
  return { end, output: bounded.end() };
}

function backgroundRefusal(problem: string): ToolOutcome {
  return fail(
    `Refused: ${problem}, and background processes are not available. To see whether it starts, bound it, e.g. \`timeout 10 <command>\`; otherwise ask the user to run it.`,
  );
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
}
