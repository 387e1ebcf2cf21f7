/** Names under which models write their thinking into the text. */
export const thinkNames = ["think", "thinking", "reasoning", "thought", "reasoning_scratchpad"] as const;

const names = thinkNames.join("|");
const anyTag = new RegExp(`<(/?)(${names})>`, "gi");
const openLine = new RegExp(`^(?:[ \\t]|</(?:${names})>)*<(?:${names})>`, "im");
const orphanClose = new RegExp(`</(?:${names})>\\s*`, "gi");
const toolNames = "tool_calls?|tool_result|function_calls?";
const orphanToolClose = new RegExp(`</(?:${toolNames})>\\s*`, "gi");
const functionClose = /<\/function>\s*/gi;

export type ThoughtAndText = { readonly text: string; readonly thinking: string };

/** What is meant for the person, and the thinking that was written in between. Text without tags comes back as it is. */
export function splitThinking(whole: string): ThoughtAndText {
  const { text: unpaired, inner } = cutPairs(whole, thinkPairs(whole));
  const toolless = withoutToolBlocks(unpaired);
  const open = openLine.exec(toolless);
  const said = open === null ? toolless : toolless.slice(0, open.index);
  const unfinished = open === null ? "" : toolless.slice(open.index + open[0].length);
  const text = withoutToolClosers(said.replaceAll(orphanClose, ""));
  const thoughts = [...inner, unfinished].map((thought) => thought.trim()).filter((thought) => thought !== "");
  return { text: text === whole ? whole : text.trim(), thinking: thoughts.join("\n\n") };
}

type Tag = { readonly name: string; readonly closes: boolean; readonly start: number; readonly end: number };
type Pair = { readonly open: Tag; readonly close: Tag };

/** Each opening tag with the next closing one of its name; what lies inside a pair opens nothing. */
function thinkPairs(text: string): readonly Pair[] {
  return pairUp(tagsIn(text, anyTag));
}

function tagsIn(text: string, pattern: RegExp): readonly Tag[] {
  return Array.from(text.matchAll(pattern), ({ 0: tag, 1: slash, 2: name = "", index }) => ({
    name: name.toLowerCase(),
    closes: slash === "/",
    start: index,
    end: index + tag.length,
  }));
}

/** Backwards first, so that no tag is ever searched for twice, however many stay open. */
function pairUp(tags: readonly Tag[]): readonly Pair[] {
  const nextClose = new Map<string, Tag>();
  const closeOf = tags.toReversed().map((tag) => {
    if (tag.closes) nextClose.set(tag.name, tag);
    return tag.closes ? undefined : nextClose.get(tag.name);
  });
  const pairs: Pair[] = [];
  let end = 0;
  for (const [index, open] of tags.entries()) {
    const close = closeOf[tags.length - 1 - index];
    if (close === undefined || open.start < end) continue;
    pairs.push({ open, close });
    end = close.end;
  }
  return pairs;
}

function cutPairs(text: string, pairs: readonly Pair[]): { readonly text: string; readonly inner: readonly string[] } {
  if (pairs.length === 0) return { text, inner: [] };
  const kept: string[] = [];
  let at = 0;
  for (const { open, close } of pairs) {
    kept.push(text.slice(at, open.start));
    at = close.end;
  }
  kept.push(text.slice(at));
  return { text: kept.join(""), inner: pairs.map(({ open, close }) => text.slice(open.end, close.start)) };
}

const toolTag = new RegExp(`<(/?)(${toolNames})\\b[^<>]*>`, "gi");
const functionTag = /<(?:(?<=(?:^|[.!?:])[ \t]*<)function\s[^<>]*|\/function)>/gim;

/** Calls that came out as words: nothing a person should read, and nothing that may be carried out. */
function withoutToolBlocks(text: string): string {
  const untooled = cutPairs(text, pairUp(tagsIn(text, toolTag))).text;
  return cutPairs(untooled, pairUp(functionTags(untooled))).text;
}

function withoutToolClosers(text: string): string {
  const closed = text.replaceAll(orphanToolClose, "");
  return /<function\s/i.test(closed) ? closed : closed.replaceAll(functionClose, "");
}

/** Only where a sentence or a line begins, and only with a name: elsewhere it is an example of somebody's markup. */
function functionTags(text: string): readonly Tag[] {
  const tags = Array.from(text.matchAll(functionTag), ({ 0: tag, index }) => ({ tag, start: index }));
  return tags
    .filter(({ tag }) => tag.startsWith("</") || /\sname\s*=/i.test(tag))
    .map(({ tag, start }) => ({ name: "", closes: tag.startsWith("</"), start, end: start + tag.length }));
}
