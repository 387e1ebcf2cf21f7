/** Variables on their way to a shell elsewhere. */
export type HandedOver = {
  /** One line of shell that sets them, for `taking` to read; null: there is none. */
  readonly line: string | null;
  /** Those that no shell can set by their name, as words for `env`. */
  readonly words: readonly string[];
};

const settable = /^[A-Za-z_]\w*$/;
const fixed = new Set("UID EUID PPID GROUPS SHELLOPTS BASHOPTS BASH_VERSINFO _".split(" ")); // to set them ends a shell

/** Values never stand in arguments, which every user of a machine can list. */
export function handOver(env: Readonly<Record<string, string>>): HandedOver {
  const names = Object.entries(env).filter(([name]) => settable.test(name) && !fixed.has(name));
  const others = Object.entries(env).filter(([name]) => !settable.test(name) || fixed.has(name));
  const line = names.map(([name, value]) => `${name}=${onOneLine(value)}; export ${name}`).join("; ");
  return {
    line: names.length === 0 ? null : line,
    words: others.map(([name, value]) => `${name}=${value}`),
  };
}

/** A shell reads no further than the end of the line, so what follows is left to the program. */
export const taking = `hermes_nl='\n'; IFS= read -r hermes_in && eval "$hermes_in"; unset hermes_in hermes_nl`;

/** The same from a file that is gone afterwards; `path` is quoted. */
export function takingFrom(path: string): string {
  return `hermes_nl='\n'; . ${path}; rm -f ${path}; unset hermes_nl`;
}

function onOneLine(value: string): string {
  return `'${value.replaceAll("'", `'\\''`).replaceAll("\n", `'"$hermes_nl"'`)}'`;
}
