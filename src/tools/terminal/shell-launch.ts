import type { ShellSnapshot } from "./shell-state.ts";

/** How the next command's shell is started: its lines bring back what could not be handed to it from outside. */
export type ShellLaunch = Pick<ShellSnapshot, "cwd" | "env"> & { readonly lines: readonly string[] };

/** The shell is looked for where the session began to look: a command may have left a PATH without one. */
export function launchOf({ cwd, env, bytes = {} }: ShellSnapshot, start: ShellSnapshot): ShellLaunch {
  const lines = Object.entries(bytes).map(([name, value]) => exportBytes(name, value));
  if (env["PATH"] === start.env["PATH"]) return { cwd, env, lines };
  const { PATH: wanted, ...others } = env;
  const path = wanted === undefined ? "unset PATH" : `export PATH=${quoted(wanted)}`;
  const working = start.env["PATH"];
  return { cwd, env: working === undefined ? others : { ...others, PATH: working }, lines: [path, ...lines] };
}

/** The underscore keeps line ends at the end of a value, which a substitution drops. */
function exportBytes(name: string, value: string): string {
  const octal = Array.from(Buffer.from(value, "latin1"), (byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("");
  return `${name}=$(command printf '${octal}_'); export ${name}="\${${name}%_}"`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
