import type { TopSession } from "../../store/insights/top-sessions.ts";
import { compactNumber, money, percent, span } from "../../text/figures.ts";
import { insightsPhrases as say } from "../../text/phrases/insights.ts";
import { breakCause } from "../../text/phrases/status.ts";
import type { NamedAccount } from "./accounts.ts";
import type { InsightsReport } from "./report.ts";
import type { Table } from "./table.ts";

export type Section = {
  readonly heading: string;
  readonly facts?: readonly (readonly [string, string])[];
  readonly table?: Table;
  readonly note?: string;
};

const mostRows = 12;

/** Every part of the report that has something to say, in the order it is read. */
export function sectionsOf(report: InsightsReport): readonly Section[] {
  const { headings } = say;
  const all: readonly (Section | null)[] = [
    accountSection(headings.byModel, report.by_model),
    accountSection(headings.bySource, report.by_source),
    accountSection(headings.byTask, report.by_task),
    toolSection(report),
    exitSection(report),
    compressionSection(report),
    breakSection(report),
    approvalSection(report),
    weekdaySection(report),
    sessionSection(headings.longest, report.longest_sessions),
    sessionSection(headings.dearest, report.most_expensive_sessions),
  ];
  return all.filter((section) => section !== null);
}

export function accountSection(heading: string, accounts: readonly NamedAccount[]): Section | null {
  if (accounts.length === 0) return null;
  const { columns } = say;
  const heads = [columns.turns, columns.requests, columns.sent, columns.cached, columns.received, columns.cost];
  const rows = accounts.map((account) => ({
    name: account.name,
    cells: [
      account.turns === 0 ? "-" : String(account.turns),
      String(account.api_calls),
      compactNumber(account.tokens.input + account.tokens.cache_read + account.tokens.cache_write),
      account.cache_read_share === null ? "-" : percent(account.cache_read_share),
      compactNumber(account.tokens.output),
      costText(account),
    ],
  }));
  return cut({ heading, table: { heads, rows, spare: [columns.requests, columns.received] } });
}

function costText({ cost_usd: cost, unpriced_requests: unpriced }: NamedAccount): string {
  if (cost === null) return "unknown";
  return unpriced === 0 ? money(cost) : `${money(cost)}+?`;
}

function toolSection({ tools, unmeasured_tool_calls: unmeasured }: InsightsReport): Section | null {
  const note = unmeasured === 0 ? {} : { note: say.unmeasured(unmeasured) };
  if (tools.length === 0) return null;
  const { columns } = say;
  const rows = tools.map(({ tool, calls, errors, error_rate: rate, p50_ms: half, p95_ms: most }) => ({
    name: tool,
    cells: [String(calls), errors === 0 ? "-" : percent(rate), timeText(half), timeText(most)],
    weight: calls,
  }));
  const table = { heads: [columns.calls, columns.errors, columns.half, columns.most], rows, bars: true };
  return { ...cut({ heading: say.headings.tools, table }), ...note };
}

function timeText(ms: number | null): string {
  return ms === null ? "-" : span(ms);
}

function exitSection({ exit_reasons: exits }: InsightsReport): Section | null {
  if (exits.length === 0) return null;
  const rows = exits.map(({ reason, turns, share }) => ({
    name: reason.replaceAll("_", " "),
    cells: [String(turns), percent(share)],
    weight: turns,
  }));
  return cut({
    heading: say.headings.exits,
    table: { heads: [say.columns.turns, say.columns.share], rows, bars: true },
  });
}

function compressionSection({ compressions }: InsightsReport): Section | null {
  const { count, by_trigger: triggers, by_outcome: outcomes } = compressions;
  const vain = Object.keys(outcomes).length > 0;
  if (count === 0 && !vain) return null;
  const facts = [
    [say.facts.compressions, say.compressed(count, compressions.mean_saving)],
    ["", say.compressionRest(compressions.skipped_by_cooldown, compressions.failures)],
    ...(count === 0 ? [] : [[say.startedBy, countsText(triggers)] as const]),
    ...(vain ? [[say.cameToNothing, countsText(outcomes)] as const] : []),
    [say.took, say.compressionPrice(span(compressions.seconds * 1_000), compressions.cost_usd)],
  ] as const;
  return { heading: say.headings.compressions, facts };
}

function countsText(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([name, count]) => `${count} ${name.replaceAll("_", " ")}`)
    .join(", ");
}

export function breakSection({ cache_breaks: breaks }: Pick<InsightsReport, "cache_breaks">): Section | null {
  if (breaks.length === 0) return null;
  const { columns } = say;
  const rows = breaks.map(({ cause, breaks: times, missed_tokens: missed, cost_usd: cost }) => ({
    name: breakCause(cause),
    cells: [String(times), compactNumber(missed), cost === null ? "unknown" : money(cost)],
  }));
  return { heading: say.headings.breaks, table: { heads: [columns.times, columns.missed, columns.price], rows } };
}

function approvalSection({ approvals }: InsightsReport): Section | null {
  const { asked, allowed, denied, timed_out: late, allowed_unasked: yes, denied_unasked: no } = approvals;
  if (asked + yes + no === 0) return null;
  const facts = [
    [say.askedLabel, asked === 0 ? say.asked(0) : `${say.asked(asked)}: ${say.answers(allowed, denied, late)}`],
    [say.unaskedLabel, say.unasked(yes, no)],
  ] as const;
  return { heading: say.headings.approvals, facts };
}

function weekdaySection({ weekdays }: InsightsReport): Section | null {
  if (weekdays.every((turns) => turns === 0)) return null;
  const rows = weekdays.map((turns, day) => ({ name: say.weekdays[day] ?? "", cells: [String(turns)], weight: turns }));
  return { heading: say.headings.weekdays, table: { heads: [""], rows, bars: true } };
}

function sessionSection(heading: string, sessions: readonly TopSession[]): Section | null {
  if (sessions.length === 0) return null;
  const { columns } = say;
  const rows = sessions.map(({ title, conversation_id: id, source, turns, seconds, cost_usd: cost }) => ({
    name: title ?? id,
    cells: [source, String(turns), span(seconds * 1_000), cost === null ? "unknown" : money(cost)],
  }));
  return {
    heading,
    table: { heads: [columns.source, columns.turns, columns.time, columns.cost], rows, spare: [columns.source] },
  };
}

/** The long tail is only counted: `--json` has all of it. */
function cut(section: Section & { readonly table: Table }): Section {
  const { rows } = section.table;
  if (rows.length <= mostRows) return section;
  return {
    ...section,
    table: { ...section.table, rows: rows.slice(0, mostRows) },
    note: say.more(rows.length - mostRows),
  };
}
