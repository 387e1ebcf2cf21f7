import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";

const program = "/usr/sbin/sshd";
export const hasSshServer = existsSync(program) && spawnSync("ssh", ["-V"]).status === 0;

/** A real server on this machine with keys of its own, for the account that runs the tests. */
export async function sshServer() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "hermes-sshd-")));
  const [hostKey, key] = [join(folder, "host"), join(folder, "key")];
  for (const file of [hostKey, key]) execFileSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", file]);
  copyFileSync(`${key}.pub`, join(folder, "authorized"));
  if (process.getuid?.() === 0) mkdirSync("/run/sshd", { recursive: true }); // it insists on it
  const port = await freePort();
  const settings = [
    `AuthorizedKeysFile ${folder}/authorized`,
    "StrictModes no",
    "PidFile none",
    "UsePAM no",
    "PermitRootLogin yes",
  ];
  const args = ["-D", "-f", "/dev/null", "-p", String(port), "-h", hostKey, ...settings.flatMap((one) => ["-o", one])];
  let server: ChildProcess | null = null;
  const start = async (): Promise<void> => {
    server = spawn(program, [...args, "-o", "ListenAddress 127.0.0.1"], { stdio: "ignore", detached: true });
    while (!(await answers(port))) await new Promise((resolve) => setTimeout(resolve, 20));
  };
  /** With every connection it has. */
  const stop = (): void => {
    const pid = server?.pid;
    if (pid === undefined) return;
    const rows = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" }).trim().split("\n");
    const parents = rows.map((row) => row.trim().split(/\s+/).map(Number));
    for (const [child = 0, parent] of parents) if (parent === pid) killed(child);
    killed(pid);
    server = null;
  };
  await start();
  return {
    port,
    key,
    user: userInfo().username,
    options: [`UserKnownHostsFile=${join(folder, "known")}`, "StrictHostKeyChecking=accept-new", "IdentitiesOnly=yes"],
    start,
    stop,
    close: () => {
      stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A connection may have ended since it was listed. */
function killed(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" ? (address?.port ?? 0) : 0));
    });
  });
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("data", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
