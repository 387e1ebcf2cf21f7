import { stat } from "node:fs/promises";
import type { ToolOutcome } from "../../domain/outcome.ts";
import type { ShellBackend } from "../../domain/shell-backend.ts";
import { absolutePath } from "../../safety/paths.ts";
import type { TerminalDeps } from "./terminal.ts";

/** The folder a command runs in; `own` where it is that call's alone. */
export type Place = {
  readonly kind: "place";
  readonly cwd: string;
  readonly own: boolean;
  readonly note: string | null;
};

export async function placeOf(
  workdir: string | undefined,
  { state, userHome, backend }: TerminalDeps,
): Promise<Place | Extract<ToolOutcome, { kind: "error" }>> {
  const current = state.current().cwd;
  if (workdir !== undefined) {
    if (/\p{Cc}/u.test(workdir)) return { kind: "error", message: "workdir holds control characters." };
    const folder = absolutePath(workdir, current, userHome);
    if (!(await isFolder(folder, backend))) return { kind: "error", message: `workdir is not a folder: ${workdir}` };
    return { kind: "place", cwd: folder, own: true, note: null };
  }
  if (await isFolder(current, backend)) return { kind: "place", cwd: current, own: false, note: null };
  const { cwd } = state.start;
  return { kind: "place", cwd, own: false, note: `The working directory ${current} is gone; this ran in ${cwd}.` };
}

/** Where the commands run: a container and another machine have folders of their own. */
async function isFolder(path: string, backend: ShellBackend): Promise<boolean> {
  if (backend.name === "docker" || backend.name === "ssh") return isFolderThere(path, backend);
  const isHere = await stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
  return isHere || (backend.name === "bubblewrap" && isFolderThere(path, backend)); // its /tmp is its own
}

/** A place that cannot be asked is taken for good: the command itself will say what is wrong. */
async function isFolderThere(path: string, backend: ShellBackend): Promise<boolean> {
  const program = await backend.start({
    argv: ["test", "-d", path],
    cwd: "/",
    env: {},
    input: false,
    terminal: null,
    onOutput: () => undefined,
    onAside: null,
  });
  if (program.kind === "not-started") return true;
  const code = await program.exit;
  program.release();
  return code !== 1;
}
