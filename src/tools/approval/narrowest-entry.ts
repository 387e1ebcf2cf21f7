import { areCovered, rulesOfWords } from "./coverage.ts";
import type { Asked, Concern } from "./policy.ts";

/**
 * What "always" would store: for each concern the fewest leading words that show its rule, the rest left open. Empty
 * where one of them may not be kept for ever, or where what would be stored would not let this very command pass.
 */
export async function narrowestEntries(asked: Asked, concerns: readonly Concern[]): Promise<readonly string[]> {
  if (asked.request.kind !== "command" || concerns.some(({ persistable }) => !persistable)) return [];
  const entries = await Promise.all(concerns.map((concern) => narrowest(concern, asked)));
  const known = [...new Set(entries.filter((entry) => entry !== null))];
  return known.length > 0 && (await areCovered(asked, concerns, known)) ? known : [];
}

async function narrowest({ words, rule }: Concern, asked: Asked): Promise<string | null> {
  if (words.some((word) => word.includes("*"))) return null;
  for (let count = 1; count < words.length; count += 1) {
    const glob = `${words.slice(0, count).join(" ")} *`;
    if ((await rulesOfWords(glob, asked)).has(rule)) return glob;
  }
  return words.length === 0 ? null : words.join(" ");
}
