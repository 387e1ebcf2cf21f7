import type { Clock } from "../domain/clock.ts";
import type { Log } from "../domain/log.ts";
import type { TurnContextSource, TurnQuestion } from "../domain/turn-context.ts";
import { recallBlock } from "../prompt/recall-block.ts";
import { isTrivialQuestion } from "../prompt/trivial-question.ts";
import { wellFormed } from "../text/well-formed.ts";

const longestMs = { recall: 8_000, note: 60_000 } as const;

/** What is added to a question for one turn, or null. */
export type TurnContext = (question: TurnQuestion) => Promise<string | null>;

/** All sources at once, their texts in the order of the list, recalled ones first. Who fails or is late adds nothing. */
export function createTurnContext(
  sources: readonly TurnContextSource[],
  deps: { readonly clock: Clock; readonly log: Log },
): TurnContext {
  const ordered = [...sources.filter(isRecall), ...sources.filter((source) => !isRecall(source))];
  const hanging = new Set<TurnContextSource>(); // not asked again while they still work on an earlier turn
  const ask = async (source: TurnContextSource, question: TurnQuestion): Promise<string | null> => {
    if (hanging.has(source) || (isRecall(source) && isTrivialQuestion(question.userMessage))) return null;
    hanging.add(source);
    const asked = gather(source, question, deps.log).finally(() => hanging.delete(source));
    return inTime(asked, source, question, deps);
  };
  return async (question) => {
    const texts = await Promise.all(ordered.map((source) => ask(source, question)));
    const given = texts.filter((text) => text !== null);
    return given.length === 0 ? null : given.join("\n\n");
  };
}

async function gather(source: TurnContextSource, question: TurnQuestion, log: Log): Promise<string | null> {
  try {
    const text = wellFormed((await source.gather(question)) ?? "").trim();
    if (text === "") return null;
    return isRecall(source) ? fenced(text, source, log) : text;
  } catch (error) {
    log("warning", "turn_context.failed", { source: source.name, error: String(error) });
    return null;
  }
}

function fenced(text: string, { name }: TurnContextSource, log: Log): string | null {
  const block = recallBlock(text);
  if (block?.wasFenced === true) log("warning", "turn_context.fence_removed", { source: name });
  return block?.text ?? null;
}

async function inTime(
  asked: Promise<string | null>,
  { name, kind }: TurnContextSource,
  { signal }: TurnQuestion,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): Promise<string | null> {
  using deadline = clock.deadline(longestMs[kind], signal);
  const over = new Promise<null>((resolve) => {
    deadline.signal.addEventListener("abort", () => resolve(null), { once: true });
    if (deadline.signal.aborted) resolve(null);
  });
  const text = await Promise.race([asked, over]);
  if (deadline.expired()) log("warning", "turn_context.late", { source: name });
  return text;
}

function isRecall({ kind }: TurnContextSource): boolean {
  return kind === "recall";
}
