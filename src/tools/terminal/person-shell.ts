import type { Approver } from "../../domain/approval.ts";
import type { PersonShell, ShellEnd, ShellUse } from "../../domain/person-shell.ts";
import { createCleanStream } from "./clean-stream.ts";
import { placeOf } from "./place.ts";
import { type CommandEnd, runCommand } from "./run-command.ts";
import { sudoUse } from "./sudo-use.ts";
import type { TerminalDeps } from "./terminal.ts";

const longestMs = 24 * 60 * 60 * 1_000; // the person stops it

/** A command of the person's own, in the state the last one left; theirs is what the next one finds. */
export function personShell(deps: TerminalDeps, approver: Approver, keeping: { on: boolean }): PersonShell {
  const running = () => deps.processes.all().filter((process) => process.state().status === "running");
  const canKeep = (): boolean => deps.backend.name === "local";
  return {
    cwd: () => deps.state.current().cwd,
    run: (command, use) => run(command, use, deps, approver),
    background: () => running().map(({ command }) => command),
    endBackground: async () => {
      const ended = running();
      await Promise.all(ended.map((process) => process.kill()));
      return ended.map(({ command }) => command);
    },
    keepBackground: () => {
      keeping.on = canKeep();
      return keeping.on;
    },
    canKeep,
  };
}

async function run(command: string, use: ShellUse, deps: TerminalDeps, approver: Approver): Promise<ShellEnd> {
  const { signal, onOutput, people, limitMs = longestMs } = use;
  const place = await placeOf(undefined, deps);
  if (place.kind === "error") return { kind: "not-started", why: place.message };
  const { cwd } = place;
  const asked = { tool: "terminal", callId: "person", kind: "command", action: command, cwd } as const;
  const verdict = await approver.decide(asked, signal, people);
  if (signal.aborted) return { kind: "stopped" };
  if (verdict.decision === "deny") return { kind: "denied", rule: verdict.rule };
  const { commandShape } = await import("./command-shape.ts");
  const { usesSudo } = await commandShape(command);
  const sudoPassword = usesSudo ? await deps.sudo.get(sudoUse({ command, cwd, people, signal }, deps)) : null;
  const clean = createCleanStream((text) => deps.sudo.watch(text));
  const tell = (text: string): void => {
    if (text !== "") onOutput(text);
  };
  const start = deps.state.launch(cwd);
  const hear = (bytes: Uint8Array): void => tell(clean.push(bytes));
  const asRun = { shell: deps.shell, command, start, limitMs, pty: false, sudoPassword, onOutput: hear };
  const end = await runCommand(asRun, deps, signal);
  tell(clean.end());
  deps.onRun();
  if (end.kind === "exited" && end.state !== null) deps.state.replace(end.state);
  return endOf(end);
}

function endOf(end: CommandEnd): ShellEnd {
  switch (end.kind) {
    case "exited":
      return end.lost === null ? { kind: "exited", code: end.code } : { kind: "not-started", why: end.lost };
    case "timed-out":
      return { kind: "timed-out" };
    case "interrupted":
      return { kind: "stopped" };
    case "not-started":
      return { kind: "not-started", why: end.why };
  }
}
