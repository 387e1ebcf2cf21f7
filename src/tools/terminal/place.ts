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
    const { isFolder, note } = await lookAt(folder, backend);
    if (!isFolder) return { kind: "error", message: `workdir is not a folder: ${workdir}` };
    return { kind: "place", cwd: folder, own: true, note };
  }
  const { isFolder, note } = await lookAt(current, backend);
  if (isFolder) return { kind: "place", cwd: current, own: false, note };
  const { cwd } = state.start;
  const moved = `The working directory ${current} is gone; this ran in ${cwd}.`;
  return { kind: "place", cwd, own: false, note: note === null ? moved : `${note} ${moved}` };
}

/** With what is to be known of the place, should looking have been the first to find out. */
type Seen = { readonly isFolder: boolean; readonly note: string | null };

/** Where the commands run: a container and another machine have folders of their own. */
async function lookAt(path: string, backend: ShellBackend): Promise<Seen> {
  if (backend.name === "docker" || backend.name === "ssh") return lookThere(path, backend);
  const isHere = await stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
  if (isHere || backend.name !== "bubblewrap") return { isFolder: isHere, note: null };
  return lookThere(path, backend); // its /tmp is its own
}

/** A place that cannot be asked is taken for good: the command itself will say what is wrong. */
async function lookThere(path: string, backend: ShellBackend): Promise<Seen> {
  const program = await backend.start({
    argv: ["test", "-d", path],
    cwd: "/",
    env: {},
    input: false,
    terminal: null,
    onOutput: () => undefined,
    onAside: null,
  });
  if (program.kind === "not-started") return { isFolder: true, note: null };
  const code = await program.exit;
  program.release();
  return { isFolder: code !== 1, note: program.note };
}
