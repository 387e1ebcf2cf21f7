import type { ApprovalChannel } from "../../domain/approval.ts";
import { type CommandEnd, runCommand } from "./run-command.ts";
import { sudoEnvironment } from "./sudo-environment.ts";
import type { SudoUse } from "./sudo-password.ts";
import type { TerminalDeps } from "./terminal.ts";

type Asking = {
  readonly command: string;
  readonly cwd: string;
  readonly people: Pick<ApprovalChannel, "whenFree"> | undefined;
  readonly signal: AbortSignal;
};

/** An approved command with sudo in it, and what is known of its need for a password. */
export function sudoUse({ command, cwd, people, signal }: Asking, deps: TerminalDeps): SudoUse {
  return {
    signal,
    wanted: async () => {
      const program = await wantingProgram(cwd, deps, signal);
      return program === null ? null : { command, program, where: placeName(deps) };
    },
    whenFree: people?.whenFree ?? ((work) => work()),
  };
}

function placeName({ backend: { name } }: TerminalDeps): string | null {
  return name === "docker" || name === "ssh" ? name : null;
}

const wanting = /(?:a password|a terminal|authentication) (?:is )?required/i;
const trialMs = 5_000;
/** The second word is for those who may run only some things without a password: sudo lists to nobody else unasked. */
const trial = "command -v sudo; LC_ALL=C command sudo -n -v 2>&1 || LC_ALL=C command sudo -n -l >/dev/null 2>&1";

/** The sudo that wants a password. Whoever it lets in without one, or not at all, is never asked. */
async function wantingProgram(cwd: string, deps: TerminalDeps, signal: AbortSignal): Promise<string | null> {
  let said = "";
  const onOutput = (bytes: Uint8Array): void => void (said += Buffer.from(bytes).toString("utf8"));
  const launch = deps.state.launch(cwd);
  const start = { ...launch, env: sudoEnvironment(launch.env) };
  const run = { shell: deps.shell, command: trial, start, limitMs: trialMs, onOutput };
  const end = await runCommand({ ...run, pty: false, sudoPassword: null }, deps, signal);
  const [program = "", ...words] = said.split("\n");
  return end.kind === "exited" && end.code !== 0 && wanting.test(words.join("\n")) ? program : null;
}

/** For the model, where sudo got no password; null: that was not the trouble. */
export function sudoHint(end: CommandEnd, output: string, deps: Pick<TerminalDeps, "sudo">): string | null {
  if (end.kind !== "exited" || end.code === 0 || !wanting.test(output)) return null;
  return deps.sudo.asks
    ? "sudo needs a password, and the user was asked for it and gave none."
    : "sudo needs a password and none is configured. The user can put SUDO_PASSWORD into the .env file of the Hermes home; it must never be sent in the conversation.";
}
