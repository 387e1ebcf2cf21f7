import type { BreakTally, CacheBreak } from "../../domain/cache-break.ts";
import type { LastRequest, PromptSpending } from "../../domain/cache-state.ts";
import { counted } from "./break-tally.ts";
import { createCommonTokens } from "./common-tokens.ts";
import { type Kept, keptOf, type Observed, storable } from "./kept-request.ts";
import { openSpendingBook } from "./prompt-spending.ts";
import { type CacheReport, changeSince, judge, priced } from "./verdict.ts";

/** Compares each request with the one before it and says why the provider's cache did not serve it. */
export type CacheWatch = {
  readonly observe: (seen: Observed) => CacheReport;
  /** What was sent is no longer what will be sent: the history was replaced. */
  readonly forget: () => void;
  /** Breaks since this was asked last. */
  readonly takeBreaks: () => readonly BreakTally[];
  readonly last: () => LastRequest | null;
  /** What side requests cost counts towards what the conversation did. */
  readonly aside: (spent: PromptSpending) => void;
  readonly spending: () => PromptSpending;
};

export type WatchStart = {
  /** A conversation that nobody sent anything of before. */
  readonly isNew: boolean;
  readonly last: LastRequest | null;
  readonly spending: PromptSpending | null;
};

export function createCacheWatch(start: WatchStart): CacheWatch {
  const book = openSpendingBook(start.spending);
  const commonTokens = createCommonTokens(start.last?.prompt ?? 0);
  let tallies = new Map<CacheBreak, BreakTally>();
  let before: Kept | LastRequest | null = start.last;
  let isReplaced = false;
  let isFirst = start.isNew;
  return {
    observe: (seen) => {
      const change = before === null ? null : changeSince(before, seen);
      const verdict = judge(before, seen, { change, isReplaced, isFirst });
      const report = priced(verdict, seen);
      const { usage, sent, runtime } = seen;
      const common = commonTokens({ usage, messages: sent.messages.length, change: isReplaced ? "replaced" : change });
      book.add(usage, common, runtime.prices);
      tallies = counted(tallies, report);
      before = keptOf(seen);
      [isReplaced, isFirst] = [false, false];
      return report;
    },
    forget: () => void (isReplaced = before !== null),
    takeBreaks: () => {
      const taken = [...tallies.values()];
      tallies = new Map();
      return taken;
    },
    last: () => (before !== null && "sent" in before ? storable(before) : before),
    aside: (spent) => book.aside(spent),
    spending: () => book.total(),
  };
}
