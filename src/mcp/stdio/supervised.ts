import { spawn, type ChildProcess } from "node:child_process";

export type ProcessStart = {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
};

/**
 * Starts the server under a small shell that outlives us just long enough to clear up. The shell leads a process group
 * of its own; descriptor 3 is a pipe nobody writes to. When it closes, because we are gone in whatever way, the group is
 * asked to end and then ended, servers that ignore a closed stdin included. A server's own end ends the shell.
 */
const supervisor = `
exec 4<&0
"$@" <&4 3<&- 4<&- &
server=$!
exec 4<&- 0</dev/null
( trap '' TERM; exec >/dev/null 2>&1; read -r line <&3; kill -TERM 0; sleep 1; kill -KILL 0 ) &
watch=$!
exec 3<&-
wait "$server"
code=$?
kill -KILL "$watch" 2>/dev/null
exit "$code"
`;

/** In a process group of its own, which `signalGroup` reaches. Windows has no such shell: there the server stands alone. */
export function startSupervised({ command, args, env, cwd }: ProcessStart, platform: NodeJS.Platform): ChildProcess {
  if (platform === "win32") return spawn(command, [...args], { env, cwd, stdio: "pipe", windowsHide: true });
  return spawn("/bin/sh", ["-c", supervisor, "hermes-mcp", command, ...args], {
    env,
    cwd,
    detached: true,
    stdio: ["pipe", "pipe", "pipe", "pipe"],
  });
}

export function signalGroup(child: ChildProcess, name: NodeJS.Signals, platform: NodeJS.Platform): void {
  if (child.pid === undefined) return;
  try {
    if (platform === "win32") child.kill(name);
    else process.kill(-child.pid, name);
  } catch {
    // nobody is left in it
  }
}
