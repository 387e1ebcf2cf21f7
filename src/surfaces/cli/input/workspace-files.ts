import type { Clock } from "../../../domain/clock.ts";

type ListFiles = (folder: string, signal: AbortSignal) => Promise<readonly string[]>;
type Listing = { readonly folder: string; readonly atMs: number; readonly files: readonly string[] };

const freshMs = 10_000;

/** The files of the workspace, listed behind the typing: an old list serves until the new one is there. */
export class WorkspaceFiles {
  readonly #list: ListFiles;
  readonly #clock: Clock;
  readonly #signal: AbortSignal;
  #known: Listing | null = null;
  #running: { readonly folder: string; readonly listing: Promise<Listing> } | null = null;

  constructor(list: ListFiles, clock: Clock, signal: AbortSignal) {
    this.#list = list;
    this.#clock = clock;
    this.#signal = signal;
  }

  async in(folder: string): Promise<readonly string[]> {
    const known = this.#known?.folder === folder ? this.#known : null;
    if (known !== null && this.#clock.now() - known.atMs < freshMs) return known.files;
    const running = this.#running?.folder === folder ? this.#running : { folder, listing: this.#read(folder) };
    this.#running = running;
    return (known ?? (await running.listing)).files;
  }

  async #read(folder: string): Promise<Listing> {
    const files = await this.#list(folder, this.#signal).catch(() => []); // a folder that cannot be listed offers nothing
    const listing = { folder, atMs: this.#clock.now(), files };
    this.#known = listing;
    if (this.#running?.folder === folder) this.#running = null;
    return listing;
  }
}

/** Every folder that holds one of the files, with a slash behind. */
export function foldersOf(files: readonly string[]): readonly string[] {
  const folders = new Set<string>();
  for (const file of files)
    for (let end = file.lastIndexOf("/"); end > 0; end = file.lastIndexOf("/", end - 1)) {
      if (folders.has(file.slice(0, end + 1))) break;
      folders.add(file.slice(0, end + 1));
    }
  return [...folders];
}
