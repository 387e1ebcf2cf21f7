import { nearest } from "../../text/nearest.ts";
import type { SlashCommand } from "./slash-command.ts";

export type Found =
  | { readonly kind: "found"; readonly command: SlashCommand; readonly rest: string }
  | { readonly kind: "ambiguous"; readonly typed: string; readonly names: readonly string[] }
  | { readonly kind: "unknown"; readonly typed: string; readonly near: string | null };

const anyDistance = 100; // the list is short: a far-off name still says what kind of names there are
const shape = /^\/([a-z][\w-]*)(?:\s+([^]*))?$/i;

/** Whether a text is meant for us and not for the model: `/etc/hosts is odd` is a message. */
export function isSlash(text: string): boolean {
  return shape.test(text.trim());
}

/** The command a text names: in any case, by its beginning where that fits only one. */
export function findCommand(text: string, commands: readonly SlashCommand[]): Found {
  const [, typed = "", rest = ""] = shape.exec(text.trim()) ?? [];
  const name = typed.toLowerCase();
  const exact = commands.find((command) => namesOf(command).includes(name));
  if (exact !== undefined) return { kind: "found", command: exact, rest: rest.trim() };
  const fitting = commands.filter((command) => namesOf(command).some((each) => each.startsWith(name)));
  const [only] = fitting;
  if (only === undefined)
    return { kind: "unknown", typed, near: nearest(name, commands.flatMap(namesOf), anyDistance) };
  if (fitting.length === 1) return { kind: "found", command: only, rest: rest.trim() };
  const names = fitting.flatMap(namesOf).filter((each) => each.startsWith(name));
  return { kind: "ambiguous", typed, names };
}

export function namesOf({ name, aliases }: SlashCommand): readonly string[] {
  return [name, ...aliases];
}
