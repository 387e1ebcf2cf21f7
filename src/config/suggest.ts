import { nearest } from "../text/nearest.ts";
import { knownKeys } from "./schema/keys.ts";

const longestKey = 100;

/** The key a person most likely meant: a sibling in the same map, the same name elsewhere, or the nearest of all. */
export function suggestKey(key: string, siblings: readonly string[]): string | null {
  if (key.length > longestKey) return null; // measuring distances takes time, and nobody mistypes that much
  const segments = key.split(".");
  const name = segments.at(-1) ?? key;
  const sibling = nearest(name, siblings);
  if (sibling !== null) return [...segments.slice(0, -1), sibling].join(".");
  const known = knownKeys();
  return known.find((candidate) => candidate.endsWith(`.${name}`)) ?? nearest(key, known);
}
