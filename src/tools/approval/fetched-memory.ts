import { existsSync } from "node:fs";
import { realPath } from "../../safety/paths.ts";

/** Something that a command brought in from the network. */
export type FetchedPlace = {
  readonly path: string;
  /** The names that stood in this folder before; null: all of it is new. */
  readonly before: ReadonlySet<string> | null;
};

const mostPlaces = 500;

/** What the commands of a session have fetched so far; the oldest is forgotten first. */
export class FetchedMemory {
  readonly #places = new Map<string, FetchedPlace>();

  /** Null: nothing was fetched. */
  get holds(): ((path: string) => boolean) | null {
    return this.#places.size === 0 ? null : (path) => this.#has(path) || this.#has(realPath(path));
  }

  note(places: readonly FetchedPlace[]): void {
    for (const place of places) {
      if (this.#places.get(place.path)?.before === null) continue; // what came into a fetched folder adds nothing
      this.#places.set(place.path, place);
    }
    for (const path of [...this.#places.keys()].slice(0, -mostPlaces)) this.#places.delete(path);
  }

  #has(path: string): boolean {
    const whole = this.#places.get(path);
    if (whole?.before === null) return true;
    return foldersAbove(path).some(([folder, name]) => {
      const place = this.#places.get(folder);
      return place !== undefined && (place.before === null || (!place.before.has(name) && mayBeThere(path, folder)));
    });
  }
}

/** An archive brought only what is there now. A folder that is behind walls cannot be looked into. */
function mayBeThere(path: string, folder: string): boolean {
  return existsSync(path) || !existsSync(folder);
}

/** Each folder that holds a path, and the name in it that leads there. */
function foldersAbove(path: string): readonly (readonly [string, string])[] {
  const names = path.split("/");
  return names.slice(1).map((name, at) => [names.slice(0, at + 1).join("/") || "/", name] as const);
}
