import { insightsPhrases as say } from "../../text/phrases/insights.ts";
import type { InsightsReport } from "./report.ts";

type Fact = readonly [string, string];

/** The whole period in a few lines. */
export function totalsOf({ totals, by_task: tasks, streaks }: InsightsReport): readonly Fact[] {
  const { facts } = say;
  const { tokens, cache_read_share: share } = totals;
  const delegated = tasks.find(({ name }) => name === "delegation")?.turns ?? 0;
  const parts = { plain: tokens.input, read: tokens.cache_read, written: tokens.cache_write };
  return [
    [facts.sessions, `${totals.sessions}${say.delegated(totals.delegated_sessions)}`],
    [facts.turns, `${totals.turns - delegated}${say.delegated(delegated)}`],
    [facts.messages, String(totals.messages)],
    [facts.toolCalls, String(totals.tool_calls)],
    [facts.days, `${totals.active_days}${say.streaks(streaks.current, streaks.longest)}`],
    [facts.sent, say.sent(parts)],
    [facts.received, say.received(tokens.output, tokens.reasoning)],
    [facts.cost, say.cost(totals.cost_usd, totals.unpriced_requests)],
    ...(share === null ? [] : [[facts.cache, say.cache(share, totals.cache_saving_usd)] as const]),
  ];
}
