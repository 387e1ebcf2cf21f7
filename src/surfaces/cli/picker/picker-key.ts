import { type KeyId, matchesKey } from "@earendil-works/pi-tui";
import type { PickerKey } from "./press-picker.ts";

const named = [
  ["enter", "enter"],
  ["escape", "escape"],
  ["ctrl+c", "quit"],
  ["up", "up"],
  ["down", "down"],
  ["pageUp", "pageUp"],
  ["pageDown", "pageDown"],
  ["home", "home"],
  ["end", "end"],
  ["tab", "tab"],
  ["backspace", "backspace"],
  ["ctrl+d", "delete"],
  ["ctrl+r", "rename"],
  ["ctrl+p", "preview"],
] as const satisfies readonly (readonly [KeyId, PickerKey])[];

const escape = String.fromCodePoint(27);
const pasteMarks = new RegExp(`${escape}\\[20[01]~`, "g");
const unseen = /\p{Cc}+/gu;

/** A key as the terminal sent it; null: it means nothing here. What was pasted is text on one line. */
export function pickerKey(data: string): PickerKey | null {
  const key = named.find(([id]) => matchesKey(data, id));
  if (key !== undefined) return key[1];
  const isPaste = data.startsWith(`${escape}[200~`);
  if (!isPaste && data.startsWith(escape)) return null;
  const text = data.replaceAll(pasteMarks, "").replaceAll(unseen, isPaste ? " " : "");
  return text === "" ? null : { text };
}
