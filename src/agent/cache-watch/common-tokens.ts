import type { Usage } from "../../domain/usage.ts";
import type { PromptChange } from "./prompt-divergence.ts";

/** How many tokens a request had up to its last message. */
type Mark = { readonly messages: number; readonly tokens: number };

type Asked = {
  readonly usage: Usage;
  readonly messages: number;
  /** Against the request before; `replaced`: the history is another one. */
  readonly change: PromptChange | "replaced" | null;
};

/**
 * Tokens a request begins with like an earlier one, however long ago. Where they part in the messages, the last request
 * that ended before that place tells; where they part before, only what the provider read is certain.
 */
export function createCommonTokens(start: number): (asked: Asked) => number {
  let marks: readonly Mark[] = start === 0 ? [] : [{ messages: 0, tokens: start }];
  return ({ usage, messages, change }) => {
    marks = stillCommon(marks, change);
    const common = Math.max(usage.cache_read_tokens, marks.at(-1)?.tokens ?? 0);
    marks = [...marks, { messages, tokens: usage.prompt_tokens }].slice(-most);
    return common;
  };
}

const most = 100; // older requests than these are not gone back to

function stillCommon(marks: readonly Mark[], change: Asked["change"]): readonly Mark[] {
  if (change === null) return marks;
  if (change === "replaced" || change.cause !== "history_edit") return [];
  return marks.filter((mark) => mark.messages <= (change.at?.block ?? 0));
}
