import type { Rng } from "../../domain/clock.ts";
import {
  type Applied,
  type Change,
  type FileKind,
  type FilePlace,
  type LinesRead,
  type LineWindow,
  type Look,
  PlaceProblem,
} from "../../domain/file-place.ts";
import { binaryStart, sniffedBytes } from "../files/file-kind.ts";
import { linesOf } from "../files/read-lines.ts";
import { type AwayDeps, runScript, type ScriptEnd, type ScriptRun } from "./run-script.ts";
import { changeScript, linesScript, lookScript, namesScript, readScript } from "./scripts.ts";

export type AwayPlaceDeps = AwayDeps & {
  readonly rng: Rng;
  /** Told of each path that was looked at where it leads. */
  readonly onLook: (path: string, real: string) => void;
};

const listBytes = 2_000_000;
const windowBytes = 8_000_000; // of a window of lines, most of which are then cut

/** The files of a container or another machine, reached by the programs that any of them has. */
export function createAwayPlace(deps: AwayPlaceDeps): FilePlace {
  const run = (script: ScriptRun, signal: AbortSignal): Promise<ScriptEnd> => runScript(script, deps, signal);
  return {
    key: (real) => `${deps.backend.name}:${real}`,
    look: async (path, signal) => {
      const args = [path, String(sniffedBytes)];
      const { output } = await run({ script: lookScript, args, mostBytes: listBytes }, signal);
      const look = lookOf(path, output);
      deps.onLook(path, look.real);
      return look;
    },
    read: async (path, mostBytes, signal) => {
      const args = [path, String(mostBytes + 1)];
      const end = await run({ script: readScript, args, mostBytes: mostBytes + 1 }, signal);
      if (end.code !== 0) throw new PlaceProblem(`Cannot read ${path}: ${lastWords(end.complaint) || "it is gone"}.`);
      return end.output.length > mostBytes ? null : end.output;
    },
    lines: async (path, window, signal) => {
      const args = [path, String(window.offset), String(window.limit), String(windowBytes)];
      const end = await run({ script: linesScript, args, mostBytes: windowBytes + 100 }, signal);
      if (end.code !== 0) throw new PlaceProblem(`Cannot read ${path}: it is gone.`);
      return linesRead(end.output, window);
    },
    names: async (folder, signal) => {
      const end = await run({ script: namesScript, args: [folder], mostBytes: listBytes }, signal);
      return end.code === 0 ? fields(end.output) : null;
    },
    apply: (changes, signal) => apply(changes, { run, rng: deps.rng }, signal),
  };
}

function lookOf(path: string, output: Buffer): Look {
  const { words, rest } = leading(output, 5);
  const [kind = "", mode = "", size = "", stamp = "", real = path] = words;
  if (words.length < 5) throw new PlaceProblem(`Cannot look at ${path}: the shell there did not answer.`);
  const file = kindOf(kind, { mode, size, stamp });
  return { file, real, binary: () => binaryStart(path, rest) };
}

type Told = Readonly<Record<"mode" | "size" | "stamp", string>>;

function kindOf(kind: string, { mode, size, stamp }: Told): FileKind {
  switch (kind) {
    case "file": {
      const bits = mode === "" ? null : Number.parseInt(mode, 8) & 0o777;
      return { kind, size: Number(size), mode: bits, stamp };
    }
    case "folder":
    case "missing":
      return { kind };
    case "loop":
      return { kind: "unreadable", why: "too many symbolic links" };
    case "unreadable":
      return { kind, why: "permission denied" };
    default:
      return { kind: "special", name: kind === "pipe" ? "named pipe" : kind };
  }
}

/** The lines were chosen there; their length is limited here. */
function linesRead(output: Buffer, window: LineWindow): LinesRead {
  const { words, rest } = leading(output, 2);
  const [ended = 0, open = 0] = words.map(Number);
  const text = new TextDecoder().decode(rest); // leaves out a byte order mark
  const { lines, cutShort } = linesOf(text, { ...window, offset: 1 });
  return { lines, cutShort, totalLines: ended + open };
}

type Applying = {
  readonly run: (script: ScriptRun, signal: AbortSignal) => Promise<ScriptEnd>;
  readonly rng: Rng;
};

async function apply(changes: readonly Change[], { run, rng }: Applying, signal: AbortSignal): Promise<Applied> {
  const ordered = changes.toSorted((a, b) => Number(a.after === null) - Number(b.after === null)); // what goes, goes last
  const input = Buffer.concat(ordered.map(({ after }) => after ?? Buffer.alloc(0)));
  let from = 0;
  const words = ordered.flatMap(({ absolute, real, stamp, mode, after }) => {
    const size = after?.length ?? 0;
    const place = [String(from), String(size)];
    from += size;
    const bits = mode === null ? "" : mode.toString(8);
    return [after === null ? "remove" : "write", absolute, real, stamp ?? "", bits, ...place];
  });
  const args = [rng.hex(16), String(input.length), ...words];
  const script = {
    script: changeScript,
    args,
    input: input.toString("utf8"),
    mostBytes: listBytes,
    changes: true,
  } as const;
  const end = await run(script, signal);
  return applied(end, ordered);
}

function applied({ output, complaint }: ScriptEnd, ordered: readonly Change[]): Applied {
  const [verdict, ...words] = fields(output);
  if (verdict === "ok") {
    const stamps = ordered.flatMap(({ real }, index) => (words[index] ? [[real, words[index]] as const] : []));
    return { kind: "applied", stamps: new Map(stamps) };
  }
  if (verdict !== "no")
    throw new PlaceProblem("The shell there broke off. Whether files were changed is unknown.", "unknown");
  const [failed = "0", why = "", lost = ""] = words;
  const path = ordered[Math.max(0, Number(failed) - 1)]?.path ?? "";
  const left = lost.split(" ").flatMap((index) => (index === "" ? [] : [ordered[Number(index) - 1]?.path ?? ""]));
  return { kind: "failed", path, why: reasons[why] ?? (lastWords(complaint) || "the shell there failed"), lost: left };
}

const reasons: Readonly<Record<string, string>> = {
  moved: "it leads elsewhere than when it was checked",
  changed: "it was changed by somebody else meanwhile",
  full: "the disk there may be full",
  short: "the text did not arrive whole",
};

/** What a program complained about, without its own name. */
function lastWords(complaint: string): string {
  const line = complaint.trim().split("\n").at(-1) ?? "";
  return (line.split(": ").at(-1) ?? "").toLowerCase();
}

/** Words that end with a NUL each. */
export function fields(output: Buffer): readonly string[] {
  const words = output.toString("utf8").split("\0");
  return words.slice(0, -1);
}

function leading(output: Buffer, count: number): { readonly words: readonly string[]; readonly rest: Buffer } {
  const words: string[] = [];
  let at = 0;
  while (words.length < count) {
    const end = output.indexOf(0, at);
    if (end === -1) break;
    words.push(output.subarray(at, end).toString("utf8"));
    at = end + 1;
  }
  return { words, rest: output.subarray(at) };
}
