/** A session as a line of the list. */
export type PickerRow = {
  readonly id: string;
  readonly title: string | null;
  readonly preview: string;
  readonly cwd: string | null;
  readonly atSeconds: number;
  readonly messages: number;
  readonly state: "done" | "interrupted" | "error" | "empty";
};

type PickerMode =
  | { readonly kind: "list" }
  | { readonly kind: "deleting" }
  | { readonly kind: "renaming"; readonly text: string }
  | { readonly kind: "previewing"; readonly text: string; readonly top: number };

/** All that the list of sessions shows. */
export type Picker = {
  readonly rows: readonly PickerRow[];
  /** The folder that counts as here. */
  readonly here: string;
  readonly isHereOnly: boolean;
  /** While it is null, letters are commands. */
  readonly filter: Filter | null;
  readonly cursor: number;
  readonly mode: PickerMode;
  readonly note: string | null;
};

export type Filter = {
  readonly text: string;
  /** In all that was said, not only in titles and first words. */
  readonly isFullText: boolean;
  /** The sessions that a search found, best first; null: it was not asked yet. */
  readonly found: readonly string[] | null;
};

export function newPicker(rows: readonly PickerRow[], here: string): Picker {
  const isHereOnly = rows.some(({ cwd }) => cwd === here);
  return { rows, here, isHereOnly, filter: null, cursor: 0, mode: { kind: "list" }, note: null };
}

/** The rows that fit the filter; what a search found stands in its order. */
export function rowsShown({ rows, here, isHereOnly, filter }: Picker): readonly PickerRow[] {
  const near = isHereOnly ? rows.filter(({ cwd }) => cwd === here) : rows;
  if (filter === null || filter.text.trim() === "") return near;
  if (!filter.isFullText) {
    const words = filter.text.toLowerCase().split(/\s+/u).filter(Boolean);
    return near.filter((row) => words.every((word) => textOf(row).includes(word)));
  }
  return (filter.found ?? []).flatMap((id) => near.find((row) => row.id === id) ?? []);
}

export function rowAtCursor(picker: Picker): PickerRow | null {
  return rowsShown(picker)[picker.cursor] ?? null;
}

function textOf({ title, preview }: PickerRow): string {
  return `${title ?? ""}\n${preview}`.toLowerCase();
}
