/** What stands at a path, links followed. */
export type FileKind =
  | {
      readonly kind: "file";
      readonly size: number;
      readonly mode: number | null; // null: the place does not tell
      /** Differs when the file was changed. */
      readonly stamp: string;
    }
  | { readonly kind: "missing" }
  | { readonly kind: "folder" }
  | { readonly kind: "special"; readonly name: string } // never opened: reading one may wait for ever
  | { readonly kind: "unreadable"; readonly why: string };

export type Look = {
  readonly file: FileKind;
  /** Where the path really leads; of what does not exist yet, the existing part. */
  readonly real: string;
  /** What a file without text is called, or null for text: its first bytes decide. */
  readonly binary: () => string | null;
};

export type LineWindow = {
  readonly offset: number; // the first line, from 1
  readonly limit: number;
  readonly maxChars: number;
  readonly maxLineChars: number;
};

export type LinesRead = {
  readonly lines: readonly string[];
  readonly totalLines: number;
  /** Lines of the window left out because the text was long enough. */
  readonly cutShort: boolean;
};

/** What becomes of one file. `after` null: it goes. */
export type Change = {
  readonly path: string; // as given
  readonly absolute: string;
  readonly real: string; // where that led when it was checked
  /** Of the file as it was read; null: there was none. */
  readonly stamp: string | null;
  /** To be put back if a later change fails. */
  readonly before: Buffer | null;
  readonly after: Buffer | null;
  /** For a new file; one that is there keeps its own. */
  readonly mode: number | null;
};

export type Applied =
  | { readonly kind: "applied"; readonly stamps: ReadonlyMap<string, string> } // by real path
  | { readonly kind: "failed"; readonly path: string; readonly why: string; readonly lost: readonly string[] };

/**
 * Where the file tools work: this machine, or the one the session's programs run on. Paths are absolute.
 * What the file system refuses is thrown as it throws it, what else can go wrong on the way there as a `PlaceProblem`.
 */
export type FilePlace = {
  /** Tells its paths from the same paths of another place. */
  readonly key: (real: string) => string;
  readonly look: (path: string, signal: AbortSignal) => Promise<Look>;
  /** The whole file; null: it is longer than that. */
  readonly read: (path: string, mostBytes: number, signal: AbortSignal) => Promise<Buffer | null>;
  /** Part of a text file, in bounded memory. */
  readonly lines: (path: string, window: LineWindow, signal: AbortSignal) => Promise<LinesRead>;
  /** null: there is no such folder, or it cannot be listed. */
  readonly names: (folder: string, signal: AbortSignal) => Promise<readonly string[] | null>;
  /** All changes, each in one step, or none. `lost` names what could not be put back. */
  readonly apply: (changes: readonly Change[], signal: AbortSignal) => Promise<Applied>;
};

/** Files could not be reached where they are, or the way there broke off. */
export class PlaceProblem extends Error {
  readonly effect: "none" | "unknown";

  constructor(message: string, effect: "none" | "unknown" = "none") {
    super(message);
    this.effect = effect;
  }
}
