import { resolve } from "node:path";
import type { SessionRow } from "../../store/store.ts";
import { sessionsPhrases as say } from "../../text/phrases/sessions.ts";
import type { CommandRun } from "../command.ts";
import { fail } from "../fail.ts";
import { ageOf } from "./age.ts";
import { oneLine } from "./one-line.ts";
import { withStore } from "./open.ts";
import { exit, has, json, line, usage, valueOf } from "./replies.ts";

const usualLimit = "20";

/** Conversations, newest first. */
export const list: CommandRun = async (call) => {
  if (call.positionals.length > 0)
    return usage(call, "list [--source S] [--workspace P] [--limit 20] [--archived] [--json]");
  const given = valueOf(call, "limit") ?? usualLimit;
  const limit = /^\d{1,9}$/u.test(given) ? Number(given) : 0;
  if (limit === 0) return fail(call, say.badNumber("limit", given), exit.usage);
  const source = valueOf(call, "source");
  const workspace = valueOf(call, "workspace");
  return withStore(call, async (store) => {
    const rows = store.sessions.list({
      limit,
      archived: has(call, "archived"),
      ...(source === undefined ? {} : { source }),
      ...(workspace === undefined ? {} : { workspace: resolve(call.context.cwd, workspace) }),
    });
    if (has(call, "json")) return json(call, rows);
    return line(call, rows.length === 0 ? say.none : table(rows, call.context.clock.now()));
  });
};

function table(rows: readonly SessionRow[], nowMs: number): string {
  const cells = rows.map((row) => [
    row.id,
    oneLine(row.title ?? "(untitled)"),
    row.source,
    ageOf(row.last_activity_at, nowMs),
    `${row.message_count} messages`,
    oneLine(row.cwd ?? ""),
  ]);
  const widths = cells.reduce<number[]>((wide, row) => row.map((cell, at) => Math.max(wide[at] ?? 0, cell.length)), []);
  return cells
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
