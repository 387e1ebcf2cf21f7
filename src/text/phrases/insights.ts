import { compactNumber, money } from "../figures.ts";

type Parts = { readonly plain: number; readonly read: number; readonly written: number };

const people = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

/** What `hermes insights`, /usage and /context say. */
export const insightsPhrases = {
  summary: "What was done and spent: tokens, cost, cache, tools, how turns ended.",
  daysFlag: "the last N days, today included (30)",
  sourceFlag: "only this source, such as cli or telegram",
  jsonFlag: "print JSON",
  empty: (days: number, source: string | null) =>
    `Nothing was done in the last ${people(days, "day")}${source === null ? "" : ` from "${source}"`}.`,
  title: (from: string, to: string, days: number) => `Insights, ${from} to ${to} (${people(days, "day")})`,
  onlySource: (source: string) => `only what came from ${source}`,
  headings: {
    costPerDay: "Cost per day",
    cachePerDay: "Read from cache per day",
    byModel: "By model",
    bySource: "By platform",
    byTask: "By task",
    tools: "Tools",
    exits: "How turns ended",
    compressions: "Compressions",
    breaks: "Cache breaks",
    approvals: "Approvals",
    hours: "Turns by hour",
    weekdays: "Turns by weekday",
    longest: "Longest sessions",
    dearest: "Most expensive sessions",
  },
  columns: {
    name: "",
    turns: "turns",
    requests: "requests",
    sent: "sent",
    cached: "cached",
    received: "received",
    cost: "cost",
    calls: "calls",
    errors: "errors",
    half: "p50",
    most: "p95",
    share: "share",
    times: "times",
    missed: "missed",
    price: "price",
    source: "source",
    time: "time",
  },
  facts: {
    sessions: "sessions",
    turns: "turns",
    messages: "messages",
    toolCalls: "tool calls",
    sent: "tokens sent",
    received: "received",
    cost: "cost",
    cache: "cache",
    days: "active days",
    context: "context",
    compressions: "compressions",
    breaks: "cache breaks",
  },
  delegated: (count: number) => (count === 0 ? "" : `, and ${count} delegated`),
  streaks: (current: number, longest: number) => (longest < 2 ? "" : `, ${current} in a row now, ${longest} at most`),
  sent: ({ plain, read, written }: Parts) =>
    `${compactNumber(plain + read + written)}: ${compactNumber(plain)} plain, ${compactNumber(read)} from cache, ${compactNumber(written)} written to it`,
  received: (output: number, reasoning: number) =>
    `${compactNumber(output)}${reasoning === 0 ? "" : `, ${compactNumber(reasoning)} of them thoughts`}`,
  cost: (usd: number | null, unpriced: number) =>
    `${usd === null ? "unknown" : money(usd)}${unpriced === 0 ? "" : ` (${people(unpriced, "request")} without a known price)`}`,
  cache: (share: number, savedUsd: number | null) =>
    `${Math.round(share * 100)}% of what was sent was read from it${savedUsd === null ? "" : savedUsd < 0 ? `, which cost ${money(-savedUsd)} more than none` : `, saving about ${money(savedUsd)}`}`,
  cacheOfLast: (share: number) => `${Math.round(share * 100)}% read from the cache`,
  lastRequest: "last request",
  unmeasured: (calls: number) => `and ${people(calls, "earlier call")} from before calls were measured`,
  more: (count: number) => `and ${count} more`,
  compressed: (count: number, saving: number | null) =>
    saving === null ? `${count}` : `${count}, each saving ${Math.round(saving * 100)}% on average`,
  compressionRest: (skipped: number, failures: number) => `${skipped} put off by a cool-down, ${failures} failed`,
  compressionPrice: (seconds: string, usd: number | null) => `${seconds}${usd === null ? "" : `, ${money(usd)}`}`,
  startedBy: "started by",
  took: "took",
  cameToNothing: "came to nothing",
  asked: (asked: number) => people(asked, "question"),
  answers: (allowed: number, denied: number, timedOut: number) =>
    `${allowed} allowed, ${denied} denied, ${timedOut} timed out`,
  unasked: (allowed: number, denied: number) => `${allowed} allowed, ${denied} denied`,
  askedLabel: "asked",
  unaskedLabel: "by rules",
  untitled: "untitled",
  weekdays: ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"],
  badDays: "usage: /insights [days], a whole number above zero",
  insightsSummary: "show what was done and spent in the last days",
  contextSummary: "show what fills the context window",
  contextUsage: "usage: /context [all]",
  noContext: "this session cannot say how full its context is",
  contextIs: (tokens: number, window: number, isReported: boolean) =>
    `${compactNumber(tokens)} of ${compactNumber(window)} tokens (${percentOf(tokens, window)}), ${isReported ? "as the provider counts" : "estimated"}`,
  contextTitle: (model: string, text: string) => `Context of ${model}: ${text}`,
  parts: {
    system: "system prompt",
    tools: "tools",
    messages: "messages",
    head: "kept from the beginning",
    summary: "summary",
    tail: "since then",
    free: "free",
  },
  preview: "If it were compressed now:",
  trigger: (tokens: number) => `compressed at ${compactNumber(tokens)} tokens`,
  ratio: (ratio: number) => `${ratio.toFixed(2)} times the least the prompts could have cost`,
  ratioLabel: "cost ratio",
  tokens: "tokens",
  ofWindow: "of window",
  pricesAsOf: (day: string) => `list prices of ${day}`,
  breakLine: (text: string, times: number, missed: number, usd: number | null) =>
    `${text}: ${people(times, "time")}, ${compactNumber(missed)} tokens${usd === null ? "" : `, ${money(usd)}`}`,
} as const;

function percentOf(part: number, whole: number): string {
  return whole === 0 ? "?" : `${Math.round((100 * part) / whole)}%`;
}
