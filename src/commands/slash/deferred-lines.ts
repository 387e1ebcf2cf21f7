import type { ContextUse } from "../../domain/context-use.ts";
import { slashPhrases as say } from "../../text/phrases/slash.ts";

const mostNames = 40;

/** How many tools requests do not list, and what that saves; nothing where all are listed. */
export function deferredLines(use: Pick<ContextUse, "deferred"> | undefined): readonly string[] {
  const deferred = use?.deferred ?? null;
  return deferred === null ? [] : [say.foundBySearch(deferred.tools, deferred.savedTokens)];
}

/** Which ones they are, as far as that can be read. */
export function deferredNames(names: readonly string[] = []): readonly string[] {
  if (names.length === 0) return [];
  return [say.searchable(names.slice(0, mostNames), Math.max(0, names.length - mostNames))];
}
