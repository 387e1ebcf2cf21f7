import type { ProgramStart, StartedProgram, StartProblem } from "../../domain/shell-backend.ts";
import { handOver, taking, takingFrom } from "./hand-over.ts";
import { startProgram } from "./start-program.ts";

/** How a program gets to where it runs, and what is run there to reach its group. */
export type Carrier = {
  /** The command on this machine that has `script` run by a shell over there. */
  readonly argv: (script: string, terminal: boolean) => readonly [string, ...string[]];
  /** What the carrier itself needs of our environment. */
  readonly env: Readonly<Record<string, string>>;
  /** The exit code that means the carrier failed and not the program. */
  readonly failure: number;
};

const tellGroup = `g=$(ps -o pgid= -p $$ 2>/dev/null || cut -d' ' -f5 /proc/$$/stat); echo $g >&3`;
const mostComplaint = 2_000;

/**
 * A program elsewhere. There its standard error joins its output and leaves the carrier's own free: the first line of
 * that is its process group, the rest its descriptor 3, and what the carrier has to complain about.
 */
export async function startAway(program: ProgramStart, carrier: Carrier): Promise<StartedProgram | StartProblem> {
  if (program.terminal !== null) return startInTerminalAway(program, carrier);
  const aside = asideReader(program.onAside);
  const { line, words } = handOver(program.env);
  const script = scriptOf(program, words, line === null ? ":" : taking);
  const [file, ...args] = carrier.argv(`exec 3>&2 2>&1; ${tellGroup}; ${script}`, false);
  const started = await startProgram({
    ...program,
    input: program.input || line !== null,
    argv: ["sh", "-c", 'exec "$@" 2>&3 3>&-', "sh", file, ...args],
    cwd: "/",
    env: carrier.env,
    onAside: aside.push,
  });
  if (started.kind === "not-started") return started;
  if (line !== null) started.write(`${line}\n`);
  if (!program.input) started.endInput();
  const group = await Promise.race([aside.group, started.closed.then(() => null)]);
  if (group === null) return { kind: "not-started", why: aside.complaint() || "no answer", degraded: true };
  const state = { code: 0 };
  void started.exit.then((code) => (state.code = code));
  return {
    ...started,
    pid: null,
    signal: (name) => void signalAway(`kill -s ${name.slice(3)} -- -${group}`, carrier),
    lost: () => (state.code === carrier.failure ? aside.complaint() || "the connection was closed" : null),
  };
}

/** A terminal carries one stream only: what the carrier complains about is part of the output. */
async function startInTerminalAway(program: ProgramStart, carrier: Carrier): Promise<StartedProgram | StartProblem> {
  const { line, words } = handOver(program.env);
  const left = line === null ? null : await leaveThere(line, carrier);
  if (left !== null && left.kind === "not-started") return left;
  const script = scriptOf(program, words, left === null ? ":" : takingFrom(quoted(left.path)));
  return startProgram({ ...program, argv: carrier.argv(script, true), cwd: "/", env: carrier.env });
}

const leaving = `umask 077; f=$(mktemp "\${TMPDIR:-/tmp}/hermes-XXXXXX") && cat >"$f" && echo "$f"`;

/** What is typed into a terminal is shown by it, so there the variables go ahead in a file that only we can read. */
async function leaveThere(
  line: string,
  carrier: Carrier,
): Promise<StartProblem | { readonly kind: "left"; readonly path: string }> {
  let said = "";
  const started = await startProgram({
    argv: carrier.argv(leaving, false),
    cwd: "/",
    env: carrier.env,
    input: true,
    terminal: null,
    onOutput: (bytes) => void (said += Buffer.from(bytes).toString()),
    onAside: null,
  });
  if (started.kind === "not-started") return started;
  started.write(`${line}\n`);
  started.endInput();
  const [code] = await Promise.all([started.exit, started.closed]);
  const path = said.trim().split("\n").at(-1) ?? "";
  if (code === 0 && path.startsWith("/")) return { kind: "left", path };
  return { kind: "not-started", why: path === "" ? "no answer" : path, degraded: true };
}

async function signalAway(script: string, carrier: Carrier): Promise<void> {
  const nobody = { input: false, terminal: null, onOutput: () => undefined, onAside: null };
  const sent = await startProgram({ ...nobody, argv: carrier.argv(script, false), cwd: "/", env: carrier.env });
  if (sent.kind === "started") await sent.closed;
}

function scriptOf({ cwd, argv }: ProgramStart, variables: readonly string[], take: string): string {
  const folder = cwd === "~" ? "" : ` ${quoted(cwd)}`;
  return `cd${folder} || exit 126; ${take}; exec env ${[...variables, ...argv].map(quoted).join(" ")}`;
}

function quoted(word: string): string {
  return word === "~" ? word : `'${word.replaceAll("'", `'\\''`)}'`; // the home over there
}

function asideReader(onAside: ProgramStart["onAside"]) {
  const found = Promise.withResolvers<number>();
  let head: Buffer | null = Buffer.alloc(0);
  let tail = "";
  const keep = (bytes: Uint8Array): void => {
    tail = (tail + Buffer.from(bytes).toString()).slice(-mostComplaint);
    onAside?.(bytes);
  };
  return {
    group: found.promise,
    complaint: () => ((head?.toString() ?? "") + tail).trim().split("\n").at(-1)?.trim() ?? "",
    push: (bytes: Uint8Array): void => {
      if (head === null) return keep(bytes);
      head = Buffer.concat([head, bytes]);
      const match = /(?:^|\n)(\d+)\n/.exec(head.toString("latin1"));
      if (match === null) return;
      const rest = head.subarray(match.index + match[0].length);
      head = null;
      found.resolve(Number(match[1]));
      if (rest.length > 0) keep(rest);
    },
  };
}
