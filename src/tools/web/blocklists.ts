import { readBounded } from "../../disk/bounded-read.ts";
import { absolutePath } from "../../safety/paths.ts";
import { diskProblem } from "../files/file-kind.ts";

export type Blocklists = {
  readonly hosts: readonly string[];
  readonly problems: readonly { readonly path: string; readonly why: string }[];
};

const mostBytes = 10_000_000;

/** Lists that several people or programs share: a name or glob on each line, `#` begins a remark. */
export function readBlocklists(files: readonly string[], userHome: string): Blocklists {
  const read = files.map((path) => ({ path, list: hostsIn(absolutePath(path, userHome, userHome)) }));
  return {
    hosts: read.flatMap(({ list }) => (typeof list === "string" ? [] : list)),
    problems: read.flatMap(({ path, list }) => (typeof list === "string" ? [{ path, why: list }] : [])),
  };
}

function hostsIn(path: string): readonly string[] | string {
  try {
    const file = readBounded(path, mostBytes);
    if (file.kind === "missing") return "does not exist";
    if (file.kind !== "read") return file.kind === "too-long" ? "is too long" : "is not a file";
    const lines = file.bytes.toString("utf8").split(/\r?\n/u);
    return lines.map((line) => line.replace(/#.*$/u, "").trim()).filter((line) => line !== "");
  } catch (error) {
    return `cannot be read: ${diskProblem(error)}`;
  }
}
