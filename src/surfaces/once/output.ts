import { plainText } from "../../commands/plain-text.ts";
import { humanReporter, type Loudness } from "./human-reporter.ts";
import { jsonLine, jsonLines } from "./json-lines.ts";
import type { OnceRequest, OnceRun } from "./once-run.ts";
import { atTheEnd, type Reporter, together } from "./reporter.ts";
import type { ResultObject } from "./result-object.ts";
import type { StopWatch } from "./stop-watch.ts";
import { streamReporter } from "./stream-reporter.ts";

export type Output = {
  readonly reporter: Reporter;
  /** The last thing ever written. stdout gets a result only when a session had begun. */
  readonly finish: (result: ResultObject, begun: boolean) => void;
};

/** stdout for the answer, stderr for people. Both fall silent when nobody reads stdout any more. */
export function outputOf({ request, terminal, clock }: OnceRun, watch: StopWatch): Output {
  let over = false;
  const open = (write: (text: string) => void) => (text: string) => {
    if (!over && watch.stop?.kind !== "output_closed") write(text);
  };
  const out = open(terminal.out);
  const human = humanReporter(open(terminal.err), loudnessOf(request));
  const machine = {
    text: () => atTheEnd((result) => out(answerText(result))),
    json: () => atTheEnd((result) => out(`${jsonLine(result)}\n`)),
    "stream-json": () => streamReporter(jsonLines(out, clock)),
  }[request.outputFormat]();
  return {
    reporter: together([human, machine]),
    finish: (result, begun) => {
      if (begun) machine.finish(result);
      human.finish(result);
      over = true;
    },
  };
}

function loudnessOf({ quiet, verbose }: OnceRequest): Loudness {
  if (quiet) return "quiet";
  return verbose ? "verbose" : "normal";
}

/** With a schema the bare JSON, whatever fence the model put around it. */
function answerText({ result, structured }: ResultObject): string {
  const text = structured === null ? plainText(result) : jsonLine(structured);
  return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}
