import type { Clock } from "../../domain/clock.ts";
import type { MemoryProvider } from "../../domain/memory-provider.ts";
import { charsIn, cutAtWord, firstChars } from "../../text/code-points.ts";
import { contentWords } from "./content-words.ts";

/** A conversation in which something like the question was said. */
type RecalledSession = {
  readonly session_id: string;
  readonly title: string | null;
  /** Epoch seconds. */
  readonly when: number;
  readonly snippet: string;
};

export type SessionsProviderDeps = {
  /** Best first. Already limited to what the asker may see and to other conversations than `sessionId`'s own. */
  readonly search: (
    query: string,
    about: { readonly sessionId: string; readonly limit: number },
  ) => readonly RecalledSession[];
  readonly clock: Clock;
};

const most = 3;
const longestQuery = 2_048;
const longestText = 1_500;
const budgetMs = 100;

/** Recall from the conversations stored on this machine: no model, no network, nothing written. */
export function createSessionsProvider({ search, clock }: SessionsProviderDeps): MemoryProvider {
  let found = 0;
  return {
    name: "sessions",
    isAvailable: () => true,
    prefetch: (query, { sessionId }) => {
      const start = clock.now();
      const whole = firstChars(query, longestQuery);
      const hits = firstHits([whole, contentWords(whole)], (words) => search(words, { sessionId, limit: most }));
      found = clock.now() - start > budgetMs ? 0 : hits.length;
      return found === 0 ? "" : textFor(hits);
    },
    recallStatus: () => (found === 0 ? null : { count: found, label: "earlier conversations" }),
  };
}

/** People ask in sentences and every word must be found: where the whole is too much, its content words may do. */
function firstHits(
  queries: readonly string[],
  search: (query: string) => readonly RecalledSession[],
): readonly RecalledSession[] {
  for (const query of new Set(queries.filter((text) => text !== ""))) {
    const hits = search(query);
    if (hits.length > 0) return hits;
  }
  return [];
}

function textFor(hits: readonly RecalledSession[]): string {
  const heading = "From earlier conversations:";
  const share = Math.floor((longestText - charsIn(heading)) / hits.length) - 1;
  return [heading, ...hits.map((hit) => cutAtWord(lineFor(hit), share))].join("\n");
}

function lineFor({ title, when, session_id: id, snippet }: RecalledSession): string {
  const day = new Date(when * 1_000).toISOString().slice(0, 10);
  return `- ${title ?? "Untitled"} (${day}, session ${id}): ${snippet.replaceAll(/\s+/g, " ")}`;
}
