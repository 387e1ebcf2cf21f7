import { closestSection } from "./closest-section.ts";
import type { Replaced } from "./replace-text.ts";

type Failure = Exclude<Replaced, { kind: "replaced" }>;
type Attempt = { readonly path: string; readonly old: string; readonly text: string };

const mostPlaces = 5;

/** Why a quotation could not be replaced, and what would help. */
export function describeFailure(failure: Failure, attempt: Attempt, redact: (text: string) => string): string {
  const { path, old, text } = attempt;
  switch (failure.kind) {
    case "missing": {
      const closest = closestSection(text, old, redact);
      const hint = closest === null ? "Nothing in it is like that." : `Closest lines (· space, → tab):\n${closest}`;
      return `The quoted text was not found in ${path}; nothing was changed. ${hint}`;
    }
    case "ambiguous":
      return `The quoted text stands at ${failure.places.length} places in ${path}; nothing was changed. Quote more around it, or set replace_all.\n${snippets(text, failure.places, redact)}`;
    case "escaped-quotes":
      return `The new text has backslashes before quotes where ${path} has none; nothing was changed. Send plain quotes.`;
    case "mask":
      return `Line ${failure.line} holds ${failure.mask}, the mask of a secret that ${path} does not hold exactly once; nothing was changed. Leave that value as it is, or ask the user for it.`;
  }
}

function snippets(text: string, places: readonly number[], redact: (text: string) => string): string {
  const lines = redact(text).split(/\r?\n/);
  const shown = places
    .slice(0, mostPlaces)
    .map((line) => `${line}|${(lines[line - 1] ?? "").slice(0, 120).toWellFormed()}`);
  return [...shown, ...(places.length > mostPlaces ? [`and ${places.length - mostPlaces} more`] : [])].join("\n");
}
