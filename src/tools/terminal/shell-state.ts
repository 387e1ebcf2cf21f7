import { isUtf8 } from "node:buffer";
import { launchOf, type ShellLaunch } from "./shell-launch.ts";

/** What one command leaves to the next: the folder it ended in and the variables it exported. */
export type ShellSnapshot = {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Exported values that are no text, a character for each byte. */
  readonly bytes?: Readonly<Record<string, string>>;
};

/** The state of a session's shell. `cwd` is where relative paths of the session start. */
export type ShellState = {
  /** Where the session began: the way back when the current folder is gone. */
  readonly start: ShellSnapshot;
  readonly current: () => ShellSnapshot;
  readonly replace: (snapshot: ShellSnapshot) => void;
  readonly launch: (cwd: string) => ShellLaunch;
};

export function createShellState(start: ShellSnapshot): ShellState {
  let state = start;
  return {
    start,
    current: () => state,
    replace: (snapshot) => void (state = snapshot),
    launch: (cwd) => launchOf({ ...state, cwd }, start),
  };
}

const ofTheWrapper = new Set(["_", "SHLVL", "PWD"]);
const exportable = /^[A-Za-z_]\w*$/;

/** Null when the command replaced the shell or was killed: then nothing has changed. */
export function parseSnapshot(bytes: Buffer): ShellSnapshot | null {
  const [cwd, ...entries] = bytes.toString("latin1").split("\0");
  const folder = text(cwd ?? "");
  if (!folder.startsWith("/") || entries.at(-1) !== "") return null;
  const variables = entries
    .slice(0, -1)
    .map((entry) => [entry.slice(0, entry.indexOf("=")), entry.slice(entry.indexOf("=") + 1)] as const)
    .filter(([name]) => name !== "" && !ofTheWrapper.has(name));
  return { cwd: folder, ...sorted(variables) };
}

/** Node hands variables over as text only; the values that are none have to go another way. */
function sorted(variables: readonly (readonly [string, string])[]): Omit<ShellSnapshot, "cwd"> {
  const decoded = variables.map(([name, value]) => ({ name, value, raw: Buffer.from(value, "latin1") }));
  const env = decoded.flatMap(({ name, raw }) => (isUtf8(raw) ? [[text(name), raw.toString("utf8")] as const] : []));
  const others = decoded.flatMap(({ name, value, raw }) =>
    !isUtf8(raw) && exportable.test(name) ? [[name, value] as const] : [],
  );
  const bytes = others.length === 0 ? {} : { bytes: Object.fromEntries(others) };
  return { env: Object.fromEntries(env), ...bytes };
}

function text(bytes: string): string {
  return Buffer.from(bytes, "latin1").toString("utf8");
}
