import { refuse } from "../refusal.ts";
import type { Rule } from "../refusal.ts";
import { systemBlocks } from "./schema.ts";
import type { Block, CacheControl } from "./schema.ts";
import type { Subject } from "./subject.ts";

const mostMarkers = 4;

/** All markers in the order in which the prompt is cached. */
function markersOf({ body, messages }: Subject): readonly CacheControl[] {
  const marks = [
    ...(body.tools ?? []).map((tool) => tool.cache_control),
    ...systemBlocks(body).map((block) => block.cache_control),
    ...messages.flatMap(({ content }) => content.flatMap(marksIn)),
    body.cache_control,
  ];
  return marks.filter((mark) => mark !== undefined && mark !== null);
}

function marksIn(block: Block): readonly (CacheControl | null | undefined)[] {
  if (block.type === "thinking" || block.type === "redacted_thinking") return [];
  const inner = block.type === "tool_result" && typeof block.content === "object" ? block.content : [];
  return [...inner.map((part) => part.cache_control), block.cache_control];
}

const fewEnough: Rule<Subject> = (subject) => {
  const { length } = markersOf(subject);
  if (length <= mostMarkers) return null;
  return refuse(`A maximum of ${mostMarkers} blocks with cache_control may be provided. Found ${length}.`);
};

const longOnesFirst: Rule<Subject> = (subject) => {
  const times = markersOf(subject).map(({ ttl = "5m" }) => ttl);
  const firstShort = times.indexOf("5m");
  if (firstShort === -1 || times.lastIndexOf("1h") < firstShort) return null;
  return refuse(
    "a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block. Note that blocks are processed in the following order: `tools`, `system`, `messages`.",
  );
};

export const cacheRules: readonly Rule<Subject>[] = [fewEnough, longOnesFirst];
