import { skinPhrases as say } from "../../../text/phrases/skins.ts";
import { type Paint, paintOf } from "./paint.ts";
import { readSkin, skinNames } from "./read-skin.ts";
import { builtInThemes, defaultTheme } from "./theme.ts";

/** Where skins lie, and whether the terminal wants colours at all. */
type Place = { readonly folder: string; readonly color: boolean };

/** The look that is in force, and the others it can be changed for. */
export class Wardrobe {
  readonly #place: Place;
  #worn: { readonly name: string; readonly paint: Paint };

  constructor(place: Place) {
    this.#place = place;
    this.#worn = { name: defaultTheme, paint: usualPaint(place.color) };
  }

  get hasColour(): boolean {
    return this.#place.color;
  }

  get paint(): Paint {
    return this.#worn.paint;
  }

  /** What is in force and what there is, in lines. */
  list(): string {
    return say.list(this.#worn.name, skinNames(this.#place.folder), this.#place.color);
  }

  /** Returns what could not be followed. A skin that cannot be read changes nothing. */
  async wear(name: string): Promise<{ readonly isWorn: boolean; readonly warnings: readonly string[] }> {
    const read = await readSkin(this.#place.folder, name);
    if (read.kind === "problem") return { isWorn: false, warnings: [read.message] };
    this.#worn = { name, paint: paintOf(this.#place.color ? read.theme : null) };
    return { isWorn: true, warnings: read.warnings };
  }
}

/** The look where nobody has chosen one. */
export function usualPaint(color: boolean): Paint {
  return paintOf(color ? (builtInThemes[defaultTheme] ?? null) : null);
}
