/** A list that is narrowed down by typing: earlier messages, commands. */
export type Finder = {
  readonly kind: "history" | "palette";
  readonly query: string;
  readonly entries: readonly FinderEntry[]; // the likeliest first
  readonly cursor: number; // among those that match
};

export type FinderEntry = {
  /** What comes into the line. */
  readonly text: string;
  /** What it is about. */
  readonly about: string;
};

export type FinderKey = "older" | "newer" | "take" | "leave" | "erase" | "clear" | { readonly text: string };

export type FinderStep =
  | { readonly kind: "open"; readonly finder: Finder }
  | { readonly kind: "taken"; readonly text: string }
  | { readonly kind: "left" };

export function openFinder(kind: Finder["kind"], entries: readonly FinderEntry[]): Finder {
  return { kind, query: "", entries, cursor: 0 };
}

/** Every word of the query stands somewhere in the entry, in any case. */
export function matchesOf({ query, entries }: Pick<Finder, "query" | "entries">): readonly FinderEntry[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return entries;
  return entries.filter(({ text, about }) => {
    const whole = `${text} ${about}`.toLowerCase();
    return words.every((word) => whole.includes(word));
  });
}

export function pressInFinder(finder: Finder, key: FinderKey): FinderStep {
  if (typeof key === "object") return typed(finder, finder.query + key.text);
  switch (key) {
    case "older":
      return moved(finder, 1);
    case "newer":
      return moved(finder, -1);
    case "erase":
      return typed(finder, withoutLast(finder.query));
    case "clear":
      return typed(finder, "");
    case "leave":
      return { kind: "left" };
    case "take": {
      const found = matchesOf(finder)[finder.cursor];
      return found === undefined ? { kind: "open", finder } : { kind: "taken", text: found.text };
    }
  }
}

function typed(finder: Finder, query: string): FinderStep {
  return { kind: "open", finder: { ...finder, query, cursor: 0 } };
}

const letters = new Intl.Segmenter();

function withoutLast(text: string): string {
  return text.slice(0, Array.from(letters.segment(text)).at(-1)?.index ?? 0);
}

function moved(finder: Finder, by: number): FinderStep {
  const last = Math.max(0, matchesOf(finder).length - 1);
  return { kind: "open", finder: { ...finder, cursor: Math.min(last, Math.max(0, finder.cursor + by)) } };
}
