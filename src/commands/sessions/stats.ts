import type { StoreStats } from "../../store/store.ts";
import type { CommandRun } from "../command.ts";
import { withStore } from "./open.ts";
import { has, json, line, usage } from "./replies.ts";

/** How much is stored and what it came to. */
export const stats: CommandRun = async (call) => {
  if (call.positionals.length > 0) return usage(call, "stats [--json]");
  return withStore(call, async (store) => {
    const found = store.archive.stats();
    return has(call, "json") ? json(call, found) : line(call, table(found));
  });
};

function table({ by_source, by_exit_reason, cache_breaks, ...totals }: StoreStats): string {
  const counted = { source: by_source, "turns ended": by_exit_reason, "cache break": cache_breaks };
  const groups = Object.entries(counted).flatMap(([group, counts]) =>
    Object.entries(counts).map(([name, count]): [string, number] => [`${group} ${name}`, count]),
  );
  const rows = [...Object.entries(totals), ...groups].map(([name, value]) => [
    name.replaceAll("_", " "),
    value ?? "unknown",
  ]);
  const width = Math.max(...rows.map(([name]) => String(name).length));
  return rows.map(([name, value]) => `${String(name).padEnd(width)}  ${value}`).join("\n");
}
