import { fail, ok, type ToolOutcome } from "../../domain/outcome.ts";
import type { ToolContext } from "../../domain/tool.ts";
import { type BackgroundProcess, hasEnded } from "./background-process.ts";
import type { ProcessInput, ProcessToolDeps } from "./process-tool.ts";
import { about, latest, logOf } from "./process-views.ts";

type Around = Omit<ProcessToolDeps, "table"> & { readonly context: ToolContext };
type Action = Exclude<ProcessInput["action"], "list">;
type Act = (process: BackgroundProcess, call: ProcessInput, around: Around) => Promise<ToolOutcome>;

export function actOn(process: BackgroundProcess, call: ProcessInput, around: Around): Promise<ToolOutcome> {
  if (call.action === "list") throw new Error("list is about no process");
  return acts[call.action](process, call, around);
}

const acts: Readonly<Record<Action, Act>> = {
  poll: async (process, _call, { clock }) => {
    noteIfEnded(process);
    return ok({ ...about(process, clock.now()), ...latest(process) });
  },
  log: async (process, { offset, limit = 200 }, { clock }) => {
    if (offset !== undefined && offset < 0) return fail("offset must be 0 or more.");
    if (limit < 1) return fail("limit must be at least 1.");
    noteIfEnded(process);
    return ok({ ...about(process, clock.now()), ...logOf(process, offset, limit) });
  },
  wait: (process, { timeout }, around) => waitFor(process, timeout, around),
  kill: async (process, _call, { clock }) => {
    const wasOver = hasEnded(process.state());
    await process.kill();
    return ok({ ...about(process, clock.now()), status: wasOver ? "already_exited" : "killed" });
  },
  write: (process, { data = "" }, around) => send(process, data, around),
  submit: (process, { data = "" }, around) => send(process, `${data}\n`, around),
  close: async (process) => {
    const { input } = process;
    if (hasEnded(process.state())) return alreadyOver(process);
    if (input === null) return unreachable;
    input.end();
    return ok({ session_id: process.id, status: "closed" });
  },
};

async function waitFor(
  process: BackgroundProcess,
  timeout: number | undefined,
  { clock, mostSeconds, context }: Around,
): Promise<ToolOutcome> {
  if (timeout !== undefined && timeout < 1) return fail("timeout must be at least 1 second.");
  const seconds = Math.min(timeout ?? mostSeconds, mostSeconds);
  using deadline = clock.deadline(seconds * 1_000, context.signal);
  const inTime = await process.ended(deadline.signal).then(
    () => true,
    () => false,
  );
  noteIfEnded(process);
  const clamped =
    timeout !== undefined && timeout > seconds ? [`timeout was cut to ${seconds} s, the most one call may wait.`] : [];
  const ending = inTime ? null : deadline.expired() ? "timeout" : "interrupted";
  const notes = [...clamped, ...(ending === "timeout" ? [`Still running after ${seconds} s; not an error.`] : [])];
  return ok({
    ...about(process, clock.now()),
    ...(ending === null ? {} : { status: ending }),
    ...latest(process),
    ...(notes.length === 0 ? {} : { note: notes.join(" ") }),
  });
}

async function send(process: BackgroundProcess, text: string, { context }: Around): Promise<ToolOutcome> {
  const { input } = process;
  if (hasEnded(process.state())) return alreadyOver(process);
  if (input === null) return unreachable;
  if (text === "") return fail("data is empty.");
  if (input.isCommands && !isKeysOnly(text)) {
    if (!text.endsWith("\n")) return fail("It runs what it reads: send whole lines.");
    const approval = await context.approve({ tool: "process", kind: "command", action: text });
    if (approval.decision === "deny") return { kind: "error", message: approval.reason, effect: "none" };
    if (approval.changesNothing !== true) await context.beforeChange();
  }
  input.write(text);
  return ok({ session_id: process.id, status: "sent", chars: text.length });
}

/** Such as Ctrl+C. */
function isKeysOnly(text: string): boolean {
  return /^\p{Cc}+$/u.test(text);
}

/** What the model has been shown needs no notice. */
function noteIfEnded(process: BackgroundProcess): void {
  if (hasEnded(process.state())) process.noteSeen();
}

function alreadyOver(process: BackgroundProcess): ToolOutcome {
  const state = process.state();
  const exitCode = hasEnded(state) ? state.exitCode : null;
  return fail("The process has ended.", { session_id: process.id, status: "already_exited", exit_code: exitCode });
}

const unreachable: ToolOutcome = fail("It was started by an agent that is gone; only poll, wait and kill reach it.", {
  status: "detached",
});
