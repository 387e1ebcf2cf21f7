import { callsOf, textOf, type Message } from "../../domain/message.ts";
import { clean } from "./clean.ts";
import { within } from "./user-messages.ts";

const mostChars = 7_000;
const mostLine = 160;
const [firstRead, lastRead] = [1_000, 500]; // of each message: what matters stands at its ends
const mostRead = 300_000; // of all, newest first: this runs while somebody waits
const stops = new Set(".,;:!?");
const mayTellError = /rror|xception|fatal:|FAILED|panic:/;

const exact =
  /https?:\/\/[^\s"'`<>()[\]{}|\\^]{4,200}|(?<![\w/.-])(?:feature|feat|fix|bugfix|hotfix|release|chore)\/[\w.-]{2,60}|(?<![\w@])(?:\.{0,2}\/)?(?:[\w.@-]{1,60}\/){1,12}[\w.@-]{1,60}\.[A-Za-z]\w{0,7}\b|(?<!\w)#\d{1,6}\b|\b[A-Z][A-Z0-9]{1,9}-\d{1,6}\b|\b(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{9,40}\b/g;
const errorLine =
  /^.{0,80}(?:\b[A-Z]\w{0,40}(?:Error|Exception)\b|\berror(?:\[\w+\])?:|\bfatal:|\bFAILED\b|\bpanic:).{0,160}$/gm;

/** Names that must survive letter for letter: links, paths, branches, issues, hashes and error lines, most frequent first. */
export function anchorsIn(middle: readonly Message[], earlier: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  const add = (text: string): void => void counts.set(text, (counts.get(text) ?? 0) + 1);
  let left = mostRead;
  for (const message of middle.toReversed()) {
    for (const text of endsOf(message)) {
      collect(text, add);
      left -= text.length;
    }
    if (left <= 0) break;
  }
  for (const text of earlier) if (!counts.has(text)) add(text);
  const ranked = [...counts].toSorted(([, a], [, b]) => b - a).map(([text]) => text);
  const safe = within(ranked, mostChars * 2).map((text) => clean(text));
  return within([...new Set(safe)], mostChars);
}

function collect(text: string, add: (anchor: string) => void): void {
  for (const found of text.match(exact) ?? [])
    add(stops.has(found.at(-1) ?? "") ? found.replace(/[.,;:!?]+$/, "") : found);
  if (!mayTellError.test(text)) return;
  for (const found of text.match(errorLine) ?? []) add(found.trim().slice(0, mostLine).toWellFormed());
}

function endsOf(message: Message): readonly string[] {
  const text = textOf(message.content);
  const calls = callsOf(message).map((call) => call.function.arguments.slice(0, firstRead));
  if (text.length <= firstRead + lastRead) return [text, ...calls];
  return [text.slice(0, firstRead), text.slice(-lastRead), ...calls];
}
