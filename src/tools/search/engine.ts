/** What to look for below `folder`, in one file of it or in all. */
export type SearchQuery = {
  readonly folder: string;
  readonly file: string | null; // a name in `folder`, when one file is searched
  readonly glob: string | null;
  readonly hidden: boolean;
};

export type ContentQuery = SearchQuery & {
  readonly pattern: string;
  readonly context: number;
  readonly ignoreCase: boolean;
  readonly literal: boolean;
};

/** A line of a file; `match` is false for the lines around one. */
export type FoundLine = {
  readonly path: string;
  readonly line: number;
  readonly text: string;
  readonly match: boolean;
};

export type SearchAnswer<Found> =
  | {
      readonly kind: "found";
      readonly found: readonly Found[];
      readonly complete: boolean;
      readonly unreadable: boolean;
    }
  | { readonly kind: "bad-pattern"; readonly message: string; readonly position: number | null }
  | { readonly kind: "unavailable" };

/** Ways to search. Paths are relative to the folder, with `/` between their parts. */
export type SearchEngine = {
  readonly lines: (query: ContentQuery, signal: AbortSignal) => Promise<SearchAnswer<FoundLine>>;
  readonly files: (query: SearchQuery, signal: AbortSignal) => Promise<SearchAnswer<string>>;
  /** When files were changed last, in seconds; absent: they are on this machine. */
  readonly changed?: (
    folder: string,
    paths: readonly string[],
    signal: AbortSignal,
  ) => Promise<ReadonlyMap<string, number>>;
};

export const mostFound = 20_000;
const longestLine = 500;

export function cutLine(text: string): string {
  const line = text.replace(/\r?\n$/, "");
  return line.length > longestLine ? `${line.slice(0, longestLine).toWellFormed()} [cut]` : line;
}
