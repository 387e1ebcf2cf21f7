import { StringDecoder } from "node:string_decoder";
import type { Clock } from "../../../domain/clock.ts";
import type { ShellBackend, StartedProgram, StartProblem } from "../../../domain/shell-backend.ts";
import { endProgram } from "../../backends/end-program.ts";
import type { ShellSnapshot } from "../../terminal/shell-state.ts";
import { longestLine } from "../rpc-line.ts";
import { asLine, bridgeScript } from "./bridge-script.ts";

export type Bridge = {
  readonly kind: "bridge";
  /** Its answer to one word of ours; null: it ended first. */
  readonly ask: (words: string) => Promise<string | null>;
  /** Lays a file into the program's folder, in one step. */
  readonly put: (name: string, text: string) => void;
  /** The program's exit code. */
  readonly ended: Promise<number>;
  /** It ended, or was cut off, without having been told to. */
  readonly broken: Promise<string>;
  /** It ended because the way to it was lost. */
  readonly isCutOff: () => boolean;
  /** Null once nothing is left over there, or why that is not known. */
  readonly close: () => Promise<string | null>;
};

type BridgeDeps = {
  readonly backend: ShellBackend;
  readonly clock: Clock;
  /** Part of the folder's name that nobody can guess. */
  readonly key: string;
  readonly shell: ShellSnapshot;
  readonly onRequest: (line: string) => void;
};

const beatMs = 20_000;
const patienceSeconds = 90; // unheard of for so long, we are taken for gone
const graceTenths = 50; // as long as a program has everywhere
const closeMs = 15_000; // a program may take 5 s to end
const complaintChars = 2_000;

/** The one command that stands between a program elsewhere and us. */
export async function openBridge(deps: BridgeDeps): Promise<Bridge | StartProblem> {
  const { backend, clock, key, shell } = deps;
  const heard = listener(deps.onRequest);
  const program = await backend.start({
    argv: ["/bin/sh", "-c", `exec 2>&3 3>&-; ${bridgeScript}`, "sh", key, String(patienceSeconds), String(graceTenths)],
    cwd: shell.cwd,
    env: shell.env,
    input: true,
    terminal: null,
    onOutput: heard.output,
    onAside: heard.aside,
  });
  if (program.kind === "not-started") return program;
  const over = new AbortController();
  void keepAlive(program, clock, over.signal);
  const why = (): string => program.lost?.() ?? (heard.complaint() || "the shell there ended");
  const broken = Promise.race([program.closed.then(why), heard.tooMuch]);
  void broken.then(() => over.abort());
  return {
    kind: "bridge",
    ask: (words) => {
      program.write(`${words}\n`);
      return Promise.race([heard.next(), broken.then(() => null)]);
    },
    put: (name, text) => program.write(`put ${name} ${asLine(text)}\n`),
    ended: heard.ended,
    broken,
    isCutOff: () => (program.lost?.() ?? null) !== null,
    close: async () => {
      over.abort();
      await closed(program, clock);
      return heard.saidBye() ? null : why();
    },
  };
}

async function closed(program: StartedProgram, clock: Clock): Promise<void> {
  const done = new AbortController();
  program.endInput();
  const late = clock.sleep(closeMs, done.signal).then(
    () => true,
    () => false,
  );
  const isLate = await Promise.race([program.closed.then(() => false), late]);
  done.abort();
  if (isLate) await endProgram(program, clock);
  else program.release();
}

async function keepAlive(program: StartedProgram, clock: Clock, over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    await clock.sleep(beatMs, over).catch(() => undefined); // it is over
    if (!over.aborted) program.write("beat\n");
  }
}

/** Requests are JSON, answers begin with a word of its own; what else is printed there are complaints, or greetings. */
function listener(onRequest: (line: string) => void) {
  const decoder = new StringDecoder("utf8");
  const tooMuch = Promise.withResolvers<string>();
  const ended = Promise.withResolvers<number>();
  const waiting: ((line: string) => void)[] = [];
  let [rest, complaint, bye] = ["", "", false];
  const complain = (text: string): void => void (complaint = `${complaint}${text}\n`.slice(-complaintChars));
  const take = (line: string): void => {
    if (line.startsWith("{")) onRequest(line);
    else if (line === "bye") bye = true;
    else if (/^exit \d+$/.test(line)) ended.resolve(Number(line.slice("exit ".length)));
    else if (/^(?:found |none$|where )/.test(line)) waiting.shift()?.(line);
    else complain(line);
  };
  return {
    output: (bytes: Uint8Array): void => {
      const lines = (rest + decoder.write(Buffer.from(bytes))).split("\n");
      rest = lines.pop() ?? "";
      if (rest.length > longestLine) tooMuch.resolve("a request was too long");
      for (const line of lines) take(line);
    },
    aside: (bytes: Uint8Array): void => complain(Buffer.from(bytes).toString()),
    next: (): Promise<string> => new Promise((resolve) => waiting.push(resolve)),
    ended: ended.promise,
    tooMuch: tooMuch.promise,
    complaint: () => complaint.trim().split("\n").at(-1)?.trim() ?? "",
    saidBye: () => bye,
  };
}
