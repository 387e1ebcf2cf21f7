import { codeMarks } from "./code-marks.ts";

/** An answer without the lines that are meant for us, and what those ask for. */
export type Directed = {
  readonly text: string;
  readonly paths: readonly string[];
  /** Pictures and the like go out as files, so that nothing makes them smaller. */
  readonly asDocument: boolean;
};

const asDocument = "[[as_document]]";
const media = "MEDIA:";

/** In a fenced block they are examples. */
export function directed(answer: string): Directed {
  const isIn = fenced(answer);
  const kept: string[] = [];
  const paths: string[] = [];
  let [at, isDocument] = [0, false];
  for (const line of answer.split("\n")) {
    const bare = line.trim();
    if (isIn(at) || !isDirective(bare)) kept.push(line);
    else if (bare.startsWith(media)) paths.push(pathOf(bare));
    else isDocument = true;
    at += line.length + 1;
  }
  const text = kept.length === answer.split("\n").length ? answer : kept.join("\n").trim();
  return { text, paths: paths.filter((path) => path !== ""), asDocument: isDocument };
}

/** Exactly this as an answer means that nothing is said. */
const silences = ["[SILENT]", "NO_REPLY"];

export function isSilence(answer: string): boolean {
  return silences.includes(answer.trim());
}

/** What may be shown of an answer that is still being written: nothing that could become a directive. */
export function shownSoFar(text: string): string {
  if (silences.some((silence) => silence.startsWith(text.trim()))) return "";
  const lastLine = text.lastIndexOf("\n") + 1;
  const last = text.slice(lastLine).trimStart();
  const mayBecome = last !== "" && [media, asDocument].some((each) => each.startsWith(last) || last.startsWith(each));
  return directed(mayBecome ? text.slice(0, lastLine) : text).text;
}

function isDirective(line: string): boolean {
  return line.startsWith(media) || line === asDocument;
}

function pathOf(line: string): string {
  const path = line.slice(media.length).trim();
  return /^(["'`]).*\1$/.test(path) ? path.slice(1, -1) : path;
}

/** Whether a line that begins there is in a block. Lines are asked for in order. */
function fenced(text: string): (at: number) => boolean {
  const { fences } = codeMarks(text);
  let index = 0;
  return (at) => {
    while ((fences[index]?.start ?? Infinity) <= at) index++;
    return (fences[index - 1]?.opens ?? null) !== null;
  };
}
