import { decodeKittyPrintable, isKeyRelease, type KeyId, matchesKey } from "@earendil-works/pi-tui";
import { pastedText } from "../input/pasted-text.ts";
import type { SecretKey } from "./secret-line.ts";

const named = [
  ["enter", "enter"],
  ["escape", "leave"],
  ["ctrl+c", "leave"],
  ["ctrl+d", "leave"],
  ["backspace", "erase"],
  ["ctrl+u", "clear"],
] as const satisfies readonly (readonly [KeyId, SecretKey])[];

/** What the terminal sent, as a key of a line that is not shown. */
export function secretKey(data: string): SecretKey {
  if (isKeyRelease(data)) return "nothing";
  const special = named.find(([key]) => matchesKey(data, key));
  if (special !== undefined) return special[1];
  const text = pastedText(data) ?? decodeKittyPrintable(data) ?? (/^\p{Cc}/u.test(data) ? null : data);
  return text === null ? "nothing" : { text };
}
