import { money, percent } from "../../text/figures.ts";
import { insightsPhrases as say } from "../../text/phrases/insights.ts";
import { columnChart, gathered } from "./charts.ts";
import type { Day } from "./calendar.ts";
import type { Paint } from "./paint.ts";
import type { InsightsReport } from "./report.ts";
import { sectionsOf } from "./sections.ts";
import { sumKnown } from "./accounts.ts";
import { factLines, tableLines } from "./table.ts";
import { totalsOf } from "./totals.ts";

const [narrowest, widest] = [40, 120];
const shortestChart = 2; // days: one column says nothing

/** The report as people read it, no wider than the terminal. */
export function insightsText(report: InsightsReport, terminalColumns: number, paint: Paint): string {
  const columns = Math.min(widest, Math.max(narrowest, terminalColumns));
  const { from, to, days, source } = report.period;
  const title = [
    paint.strong(say.title(from, to, days)),
    ...(source === null ? [] : [paint.faint(say.onlySource(source))]),
  ];
  const blocks = [
    [...title, "", ...factLines(totalsOf(report), columns, paint)],
    ...chartsOf(report, columns, paint),
    ...sectionsOf(report).map((section) => [
      paint.strong(section.heading),
      ...(section.facts === undefined ? [] : factLines(section.facts, columns, paint)),
      ...(section.table === undefined ? [] : tableLines(section.table, columns, paint)),
      ...(section.note === undefined ? [] : [paint.faint(`  ${section.note}`)]),
    ]),
  ];
  return `${blocks.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

function chartsOf(report: InsightsReport, columns: number, paint: Paint): readonly (readonly string[])[] {
  const { days, hours } = report;
  const parts = gathered(days, columns - 12);
  const costs = parts.map((part) => sumKnown(part.map(({ cost_usd: cost }) => cost)));
  const shares = parts.map(meanShare);
  const most = Math.max(0, ...costs.map((cost) => cost ?? 0));
  const ticks = ticksOf(parts);
  const cost = { values: costs, most, label: money, height: 4, ticks };
  const share = { values: shares, most: 1, label: percent, height: 3, ticks };
  const hour = {
    values: hours,
    most: Math.max(...hours),
    label: String,
    height: 2,
    ticks: [0, 6, 12, 18, 23].map((at) => [at, String(at)] as const),
  };
  const isShown = parts.length >= shortestChart;
  return [
    ...(isShown && most > 0 ? [chart(say.headings.costPerDay, cost)] : []),
    ...(isShown && shares.some((each) => each !== null) ? [chart(say.headings.cachePerDay, share)] : []),
    ...(hour.most > 0 ? [chart(say.headings.hours, hour)] : []),
  ];

  function chart(heading: string, drawn: Parameters<typeof columnChart>[0]): readonly string[] {
    return [paint.strong(heading), ...columnChart(drawn, columns - 2, paint).map((line) => `  ${line}`)];
  }
}

function meanShare(days: readonly Day[]): number | null {
  const known = days.flatMap(({ cache_read_share: share }) => (share === null ? [] : [share]));
  return known.length === 0 ? null : known.reduce((sum, share) => sum + share, 0) / known.length;
}

function ticksOf(parts: readonly (readonly Day[])[]): readonly (readonly [number, string])[] {
  const first = parts[0]?.[0]?.day ?? "";
  const last = parts.at(-1)?.at(-1)?.day ?? "";
  return [
    [0, first.slice(5)],
    [parts.length - 1, last.slice(5)],
  ];
}
