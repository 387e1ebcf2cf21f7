import { type Filter, type Picker, type PickerRow, rowAtCursor, rowsShown } from "./picker-state.ts";

export type PickerKey =
  | "enter"
  | "escape"
  | "quit"
  | "up"
  | "down"
  | "pageUp"
  | "pageDown"
  | "home"
  | "end"
  | "tab"
  | "backspace"
  | "delete"
  | "rename"
  | "preview"
  | { readonly text: string };

/** What the list wants of the world. */
export type PickerWish =
  | { readonly kind: "resume" | "delete" | "preview"; readonly id: string }
  | { readonly kind: "rename"; readonly id: string; readonly title: string }
  | { readonly kind: "search"; readonly query: string }
  | { readonly kind: "leave" };

export type Pressed = { readonly picker: Picker; readonly wish: PickerWish | null };

const page = 10;
const letters: Readonly<Record<string, PickerKey>> = { d: "delete", r: "rename", p: "preview" };
const steps: Readonly<Record<string, number>> = {
  up: -1,
  down: 1,
  pageUp: -page,
  pageDown: page,
  home: -Infinity,
  end: Infinity,
};

/** The whole behaviour of the list: a key and what it means, without a terminal. */
export function pressPicker(picker: Picker, key: PickerKey): Pressed {
  if (key === "quit") return { picker, wish: { kind: "leave" } };
  const quiet = { ...picker, note: null };
  switch (picker.mode.kind) {
    case "deleting":
      return confirmDeletion(quiet, key);
    case "renaming":
      return rename(quiet, picker.mode.text, key);
    case "previewing":
      return scroll(quiet, picker.mode, key);
    case "list":
      return inList(quiet, meaningOf(picker, key));
  }
}

/** Letters are commands until a filter is begun. */
function meaningOf({ filter }: Picker, key: PickerKey): PickerKey {
  return typeof key === "object" && filter === null ? (letters[key.text] ?? key) : key;
}

function inList(picker: Picker, key: PickerKey): Pressed {
  if (typeof key === "object") return typed(picker, key.text);
  const by = steps[key];
  if (by !== undefined) return stay(moved(picker, by));
  switch (key) {
    case "escape":
      return picker.filter === null ? { picker, wish: { kind: "leave" } } : filtered(picker, null);
    case "backspace":
      return shortened(picker);
    case "tab":
      return stay({ ...picker, isHereOnly: !picker.isHereOnly, cursor: 0 });
    default: {
      const row = rowAtCursor(picker);
      return row === null ? stay(picker) : withRow(picker, row, key);
    }
  }
}

function withRow(picker: Picker, { id, title }: PickerRow, key: PickerKey): Pressed {
  switch (key) {
    case "enter":
      return { picker, wish: { kind: "resume", id } };
    case "preview":
      return { picker, wish: { kind: "preview", id } };
    case "delete":
      return stay({ ...picker, mode: { kind: "deleting" } });
    case "rename":
      return stay({ ...picker, mode: { kind: "renaming", text: title ?? "" } });
    default:
      return stay(picker);
  }
}

/** A slash only begins a filter; a second one at its beginning asks for all that was said. */
function typed(picker: Picker, text: string): Pressed {
  const { filter } = picker;
  if (filter === null)
    return filtered(picker, {
      text: text.replace(/^\/{1,2}/, ""),
      isFullText: text.startsWith("//"),
      found: null,
    });
  if (text === "/" && filter.text === "" && !filter.isFullText)
    return filtered(picker, { ...filter, isFullText: true });
  return filtered(picker, { ...filter, text: filter.text + text });
}

function shortened(picker: Picker): Pressed {
  const { filter } = picker;
  if (filter === null) return stay(picker);
  if (filter.text !== "") return filtered(picker, { ...filter, text: withoutLast(filter.text) });
  return filtered(picker, filter.isFullText ? { ...filter, isFullText: false } : null);
}

function filtered(picker: Picker, filter: Filter | null): Pressed {
  const next = { ...picker, filter, cursor: 0 };
  const query = filter?.isFullText === true ? filter.text.trim() : "";
  return { picker: next, wish: query === "" ? null : { kind: "search", query } };
}

function moved(picker: Picker, by: number): Picker {
  const last = Math.max(0, rowsShown(picker).length - 1);
  return { ...picker, cursor: Math.min(last, Math.max(0, picker.cursor + by)) };
}

/** Only a y deletes. */
function confirmDeletion(picker: Picker, key: PickerKey): Pressed {
  const row = rowAtCursor(picker);
  const isYes = typeof key === "object" && key.text.toLowerCase() === "y";
  const next: Picker = { ...picker, mode: { kind: "list" } };
  return { picker: next, wish: isYes && row !== null ? { kind: "delete", id: row.id } : null };
}

function rename(picker: Picker, text: string, key: PickerKey): Pressed {
  const write = (words: string): Pressed => stay({ ...picker, mode: { kind: "renaming", text: words } });
  if (typeof key === "object") return write(text + key.text);
  if (key === "backspace") return write(withoutLast(text));
  if (key !== "enter" && key !== "escape") return stay(picker);
  const row = rowAtCursor(picker);
  const next: Picker = { ...picker, mode: { kind: "list" } };
  const isNamed = key === "enter" && row !== null && text.trim() !== "";
  return { picker: next, wish: isNamed ? { kind: "rename", id: row.id, title: text.trim() } : null };
}

function scroll(picker: Picker, mode: { readonly text: string; readonly top: number }, key: PickerKey): Pressed {
  const by = typeof key === "string" ? steps[key] : undefined;
  if (by !== undefined) {
    const most = mode.text.split("\n").length;
    const top = Math.min(most, Math.max(0, mode.top + by));
    return stay({ ...picker, mode: { kind: "previewing", text: mode.text, top } });
  }
  const row = rowAtCursor(picker);
  if (key === "enter" && row !== null) return { picker, wish: { kind: "resume", id: row.id } };
  return stay({ ...picker, mode: { kind: "list" } });
}

/** As a person counts characters: an emoji is one, however it is put together. */
function withoutLast(text: string): string {
  const [last] = [...new Intl.Segmenter().segment(text)].slice(-1);
  return text.slice(0, last?.index ?? 0);
}

function stay(picker: Picker): Pressed {
  return { picker, wish: null };
}
