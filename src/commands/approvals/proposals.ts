import type { AskedCommand } from "../../store/asked-commands.ts";

/** An entry for the allowlist, and how often it would have spared a question. */
export type Proposal = { readonly entry: string; readonly count: number; readonly example: string };

type Rules = {
  /** Yeses that make an entry worth proposing. */
  readonly fewest: number;
  readonly entriesFor: (asked: AskedCommand) => Promise<readonly string[]>;
};

const longestKept = 200; // what is as long was cut
const masked = /\*\*\*|\.{3}|…/;

/** The most frequent first. What was refused even once is not proposed. */
export async function proposalsFrom(history: readonly AskedCommand[], rules: Rules): Promise<readonly Proposal[]> {
  const counts = new Map<string, { count: number; example: string }>();
  const refused = new Set<string>();
  for (const { asked, count } of distinct(history)) {
    for (const entry of await rules.entriesFor(asked)) {
      if (asked.decision === "deny") refused.add(entry);
      else counts.set(entry, { count: (counts.get(entry)?.count ?? 0) + count, example: asked.command });
    }
  }
  return [...counts]
    .filter(([entry, { count }]) => count >= rules.fewest && !refused.has(entry))
    .map(([entry, { count, example }]) => ({ entry, count, example }))
    .toSorted((a, b) => b.count - a.count || (a.entry < b.entry ? -1 : 1));
}

type Counted = { readonly asked: AskedCommand; count: number };

/** The same command in the same folder with the same answer is judged once. */
function distinct(history: readonly AskedCommand[]): readonly Counted[] {
  const known = new Map<string, Counted>();
  for (const asked of history) {
    if (asked.command.length >= longestKept || masked.test(asked.command)) continue;
    const key = JSON.stringify([asked.command, asked.cwd, asked.decision]);
    const seen = known.get(key);
    if (seen === undefined) known.set(key, { asked, count: 1 });
    else seen.count += 1;
  }
  return [...known.values()];
}
