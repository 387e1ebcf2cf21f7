import { textOf, type Message } from "../../domain/message.ts";
import { ownWords } from "../../text/skill-invocation.ts";
import { cleanEnds } from "./clean.ts";
import { isAsked } from "./kinds.ts";

const mostEach = 4_000;
const mostAll = 24_000;

/** What the person said in a stretch of the conversation, newest first; what an earlier summary kept comes behind it. */
export function userMessages(middle: readonly Message[], earlier: readonly string[]): readonly string[] {
  const said = middle
    .filter(isAsked)
    .map((message) => textOf(message.content).trim())
    .map((text) => ownWords(text) ?? "") // a skill's text is no word of theirs, and can be loaded again
    .filter((text) => text !== "")
    .map((text) => cleanEnds(text, mostEach - 300, 200))
    .toReversed();
  return within([...said, ...earlier], mostAll);
}

/** As many from the front as fit. */
export function within(items: readonly string[], mostChars: number): readonly string[] {
  let chars = 0;
  const end = items.findIndex((item) => (chars += item.length + 1) > mostChars);
  return end === -1 ? items : items.slice(0, end);
}
