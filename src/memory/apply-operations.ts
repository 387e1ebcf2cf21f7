import type { InjectionScan } from "../domain/injection-scan.ts";
import { charsIn, firstChars } from "../text/code-points.ts";
import { sizeOf, usageText } from "./entries.ts";
import type { Operation } from "./operation.ts";
import { listedEntries } from "./poisoned.ts";

export type StoreRules = { readonly limit: number; readonly scan: InjectionScan };

export type Applied =
  | { readonly kind: "entries"; readonly entries: readonly string[]; readonly done: readonly Operation[] }
  | {
      readonly kind: "refused";
      readonly why: "limit" | "no_match" | "ambiguous";
      /** 1-based; null when only the result as a whole is too long. */
      readonly operation: number | null;
      readonly message: string;
      readonly details: Readonly<Record<string, unknown>>;
    };

/** All or nothing, in order. The limit counts for the result only, and never forbids what does not grow the store. */
export function applyOperations(
  before: readonly string[],
  operations: readonly Operation[],
  rules: StoreRules,
): Applied {
  let entries = before;
  const done: Operation[] = [];
  for (const [index, operation] of operations.entries()) {
    const step = apply(entries, operation, rules);
    if (step.kind === "refused") return { ...step, operation: index + 1 };
    if (step.entries !== entries) done.push(operation);
    entries = step.entries;
  }
  const size = sizeOf(entries);
  if (size > rules.limit && size > sizeOf(before)) return overLimit(before, size, rules);
  return { kind: "entries", entries, done };
}

/** The same list, not a copy, when there is nothing to do. */
function apply(entries: readonly string[], operation: Operation, rules: StoreRules): Applied {
  if (operation.action === "add") {
    const isKnown = entries.includes(operation.content);
    return changed(isKnown ? entries : [...entries, operation.content]);
  }
  const place = placeOf(operation.oldText, entries, rules);
  if (typeof place !== "number") return place;
  const others = entries.filter((_, index) => index !== place);
  if (operation.action === "remove" || others.includes(operation.content)) return changed(others);
  return changed(entries[place] === operation.content ? entries : entries.with(place, operation.content));
}

function placeOf(oldText: string, entries: readonly string[], { scan }: StoreRules): number | Applied {
  const listed = listedEntries(entries, scan);
  const marked = listed.findIndex((shown, index) => shown === oldText && shown !== entries[index]);
  if (marked !== -1) return marked;
  const wanted = oldText.normalize("NFC");
  const places = [...entries.keys()].filter((index) => entries[index]?.normalize("NFC").includes(wanted));
  const [first] = places;
  if (first === undefined) return noMatch(listed);
  const isOne = places.every((index) => entries[index] === entries[first]);
  return isOne ? first : ambiguous(places.map((index) => preview(listed[index] ?? "")));
}

function noMatch(listed: readonly string[]): Applied {
  const message = "No entry contains old_text. It must be an exact part of one of current_entries.";
  return { kind: "refused", why: "no_match", operation: null, message, details: { current_entries: listed } };
}

function ambiguous(matches: readonly string[]): Applied {
  const message = "old_text is found in several entries. Use a longer part that only the one you mean contains.";
  return { kind: "refused", why: "ambiguous", operation: null, message, details: { matches } };
}

function overLimit(before: readonly string[], size: number, { limit, scan }: StoreRules): Applied {
  const message = `The store would hold ${size} chars, more than its ${limit}. Replace or remove entries in the same call (operations), or write less.`;
  const details = { current_entries: listedEntries(before, scan), usage: usageText(sizeOf(before), limit) };
  return { kind: "refused", why: "limit", operation: null, message, details };
}

function preview(entry: string): string {
  return charsIn(entry) <= 80 ? entry : `${firstChars(entry, 79)}…`;
}

function changed(entries: readonly string[]): Applied {
  return { kind: "entries", entries, done: [] };
}
