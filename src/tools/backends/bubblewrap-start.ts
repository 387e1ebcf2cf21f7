import type { ProgramStart } from "../../domain/shell-backend.ts";

/** What of a program can be told across a wall; who listens to it stays on either side. */
export type ToldStart = Pick<ProgramStart, "argv" | "cwd" | "env" | "input" | "terminal"> & { readonly aside: boolean };

const nothing = "-";

/** No argument, path or variable can hold the zero byte, so it parts them; the process that reads it needs no parser. */
export function encodeStart({ argv, cwd, env, input, terminal, aside }: ToldStart): string {
  const size = terminal === null ? [nothing, nothing] : [terminal.columns, terminal.rows];
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  return [cwd, Number(input), Number(aside), ...size, argv.length, ...argv, ...variables].join("\0");
}

export function decodeStart(text: string): ToldStart {
  const [cwd = "", input, aside, columns, rows, count, file = "", ...rest] = text.split("\0");
  const args = rest.slice(0, Number(count) - 1);
  return {
    argv: [file, ...args],
    cwd,
    env: Object.fromEntries(rest.slice(args.length).map(asVariable)),
    input: input === "1",
    terminal: columns === nothing ? null : { columns: Number(columns), rows: Number(rows) },
    aside: aside === "1",
  };
}

function asVariable(text: string): [string, string] {
  const cut = text.indexOf("=");
  return [text.slice(0, cut), text.slice(cut + 1)];
}
