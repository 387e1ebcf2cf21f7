import { pricesAsOf } from "../../provider/catalog/prices.ts";
import { insightsPhrases as say } from "../../text/phrases/insights.ts";
import { compressionReport } from "../insights/compression-report.ts";
import { grouped, priced, totalOf, type Account, type PricedSpent } from "../insights/accounts.ts";
import { paintFor } from "../insights/paint.ts";
import { accountSection, breakSection, type Section } from "../insights/sections.ts";
import { factLines, tableLines } from "../insights/table.ts";
import type { SlashContext } from "./slash-command.ts";

const paint = paintFor(false);
type Fact = readonly [string, string];

/** What the whole conversation used, its children and side work included; null: nothing yet. */
export async function usageText({ session, store, world }: SlashContext): Promise<string | null> {
  const { info } = session;
  const conversationId = store.sessions.get(info.sessionId)?.conversation_id;
  if (conversationId === undefined) return null;
  const { spent, breaks, compressions } = (await store.insights()).conversation(conversationId);
  const priceOf = (await world.prices?.()) ?? (() => null);
  const rows = priced(spent, priceOf);
  const { count, mean_saving: saving } = compressionReport(compressions);
  const facts: readonly Fact[] = [
    ...contextFacts(session),
    ...spentFacts(totalOf(rows), session),
    ...(count === 0 ? [] : [[say.facts.compressions, say.compressed(count, saving)] as const]),
    ...(info.cache === "" ? [] : [["", info.cache] as const]),
  ];
  const sections = [...tablesOf(rows), breakSection({ cache_breaks: breaks })].filter((section) => section !== null);
  const columns = world.columns?.() ?? 80;
  const blocks = [factLines(facts, columns, paint), ...sections.map((section) => linesOf(section, columns))];
  return blocks.map((lines) => lines.join("\n")).join("\n\n");
}

function contextFacts({ context }: SlashContext["session"]): readonly Fact[] {
  if (context === undefined) return [];
  const { tokens, window, isReported, trigger } = context;
  const fill = say.contextIs(tokens, window, isReported);
  return [[say.facts.context, trigger === null ? fill : `${fill}, ${say.trigger(trigger)}`]];
}

function spentFacts(total: Account, { cost }: SlashContext["session"]): readonly Fact[] {
  const { tokens, cost_usd: usd, cache_read_share: share } = total;
  const saved = cost === undefined || cost.ratio === null ? total.cache_saving_usd : cost.savedUsd;
  const price = say.cost(usd, total.unpriced_requests);
  return [
    [say.facts.sent, say.sent({ plain: tokens.input, read: tokens.cache_read, written: tokens.cache_write })],
    [say.facts.received, say.received(tokens.output, tokens.reasoning)],
    [say.facts.cost, usd === null ? price : `${price}, ${say.pricesAsOf(pricesAsOf)}`],
    ...(share === null ? [] : [[say.facts.cache, say.cache(share, saved)] as const]),
    ...(typeof cost?.lastReadShare === "number"
      ? [[say.lastRequest, say.cacheOfLast(cost.lastReadShare)] as const]
      : []),
    ...(cost === undefined || cost.ratio === null ? [] : [[say.ratioLabel, say.ratio(cost.ratio)] as const]),
  ];
}

function tablesOf(rows: readonly PricedSpent[]): readonly (Section | null)[] {
  return [
    accountSection(
      say.headings.byModel,
      grouped(rows, ({ provider, model }) => `${provider}/${model}`),
    ),
    accountSection(
      say.headings.byTask,
      grouped(rows, ({ task }) => task),
    ),
  ];
}

function linesOf({ heading, table, note }: Section, columns: number): readonly string[] {
  return [
    heading,
    ...(table === undefined ? [] : tableLines(table, columns, paint)),
    ...(note === undefined ? [] : [note]),
  ];
}
