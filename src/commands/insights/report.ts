import type { BreakFigures, DecisionFigures } from "../../store/insights/small-figures.ts";
import type { Figures } from "../../store/insights/insights.ts";
import type { ToolFigures } from "../../store/insights/tool-figures.ts";
import type { TopSession } from "../../store/insights/top-sessions.ts";
import { compressionReport, type CompressionReport } from "./compression-report.ts";
import { calendarOf, type Calendar, type Period } from "./calendar.ts";
import { grouped, priced, totalOf, type Account, type NamedAccount, type PriceOf } from "./accounts.ts";

/** What `--json` prints; costs in US dollars, null where nothing has a price. */
export type InsightsReport = {
  readonly period: Period;
  readonly totals: Account & {
    readonly sessions: number;
    readonly delegated_sessions: number;
    readonly messages: number;
    readonly active_days: number;
  };
  readonly by_model: readonly NamedAccount[];
  readonly by_source: readonly NamedAccount[];
  readonly by_task: readonly NamedAccount[];
  readonly tools: readonly (ToolFigures & { readonly error_rate: number })[];
  /** Calls from before they were measured, of which only the number is known. */
  readonly unmeasured_tool_calls: number;
  readonly exit_reasons: readonly { readonly reason: string; readonly turns: number; readonly share: number }[];
  readonly compressions: CompressionReport;
  readonly cache_breaks: readonly BreakFigures[];
  readonly approvals: ApprovalReport;
  readonly longest_sessions: readonly TopSession[];
  readonly most_expensive_sessions: readonly TopSession[];
} & Omit<Calendar, "active_days">;

type ApprovalReport = {
  /** A person was asked. */
  readonly asked: number;
  readonly allowed: number;
  readonly denied: number;
  readonly timed_out: number;
  /** By rules, settings or the reviewer. */
  readonly allowed_unasked: number;
  readonly denied_unasked: number;
};

export function reportOf(figures: Figures, period: Period, priceOf: PriceOf): InsightsReport {
  const spent = priced(figures.spent, priceOf);
  const total = totalOf(spent);
  const { active_days, ...calendar } = calendarOf(figures.moments, period);
  const { sessions, delegated_sessions, messages } = figures;
  const measured = figures.tools.reduce((sum, { calls }) => sum + calls, 0);
  return {
    period,
    totals: { sessions, delegated_sessions, messages, active_days, ...total },
    by_model: grouped(spent, ({ provider, model }) => `${provider}/${model}`),
    by_source: grouped(spent, ({ source }) => source),
    by_task: grouped(spent, ({ task }) => task),
    tools: figures.tools.map((tool) => ({ ...tool, error_rate: shareOf(tool.errors, tool.calls) })),
    unmeasured_tool_calls: Math.max(0, total.tool_calls - measured),
    exit_reasons: exitsOf(figures),
    compressions: compressionReport(figures.compressions),
    cache_breaks: figures.breaks,
    approvals: approvalsOf(figures.decisions),
    longest_sessions: figures.longest,
    most_expensive_sessions: figures.dearest,
    ...calendar,
  };
}

/** Nothing happened that could be told. */
export function isEmpty({ totals, exit_reasons: exits }: InsightsReport): boolean {
  return totals.sessions === 0 && totals.messages === 0 && totals.api_calls === 0 && exits.length === 0;
}

function exitsOf({ exits }: Figures): InsightsReport["exit_reasons"] {
  const all = exits.reduce((sum, { turns }) => sum + turns, 0);
  return exits.map(({ reason, turns }) => ({ reason, turns, share: shareOf(turns, all) }));
}

const unasked = new Set(["rules", "headless", "reviewer", "review", "interrupt"]);

function approvalsOf(decisions: readonly DecisionFigures[]): ApprovalReport {
  const count = (fits: (each: DecisionFigures) => boolean): number =>
    decisions.filter(fits).reduce((sum, { times }) => sum + times, 0);
  const timedOut = count(({ by }) => by === "timeout");
  return {
    asked: count(asked),
    allowed: count((each) => asked(each) && isYes(each)),
    denied: count((each) => asked(each) && !isYes(each)) - timedOut,
    timed_out: timedOut,
    allowed_unasked: count((each) => !asked(each) && isYes(each)),
    denied_unasked: count((each) => !asked(each) && !isYes(each)),
  };
}

function asked({ by }: DecisionFigures): boolean {
  return !unasked.has(by);
}

function isYes({ decision }: DecisionFigures): boolean {
  return decision === "allow";
}

function shareOf(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}
