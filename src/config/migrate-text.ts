import type { TextEdit } from "./edit.ts";
import { deprecatedIn, modernise } from "./legacy.ts";
import { configVersion } from "./schema/settings.ts";
import { type Tree, valueAt } from "./tree.ts";
import { parseConfig } from "./yaml-document.ts";
import { setInText, unsetInText } from "./yaml-edit.ts";

export type Migration =
  | { readonly kind: "current" }
  | { readonly kind: "newer"; readonly version: number }
  | { readonly kind: "changed"; readonly text: string }
  | { readonly kind: "refused"; readonly reason: string };

/** The text with every old name replaced and the version stamped. Migrating twice changes nothing more. */
export function migrateText(text: string): Migration {
  const parsed = parseConfig(text);
  if (parsed.kind === "broken") return { kind: "refused", reason: parsed.reason };
  const version = versionOf(parsed.tree);
  if (version > configVersion) return { kind: "newer", version };
  const old = deprecatedIn(parsed.tree);
  if (version === configVersion && old.length === 0) return { kind: "current" };
  return rewritten(text, modernise(parsed.tree), old);
}

function rewritten(text: string, modern: Tree, old: readonly (readonly [string, string])[]): Migration {
  const steps = [
    ...old.flatMap(([before, now]) => [
      (current: string) => unsetInText(current, before.split(".")),
      (current: string) => setInText(current, now.split("."), valueAt(modern, now.split(".")), true),
    ]),
    (current: string) => setInText(current, ["_config_version"], configVersion, true),
  ];
  let current = text;
  for (const step of steps) {
    const edit: TextEdit = step(current);
    if (edit.kind === "refused") return edit;
    if (edit.kind === "changed") current = edit.text;
  }
  return { kind: "changed", text: current };
}

function versionOf(tree: Tree): number {
  const version = tree["_config_version"];
  return typeof version === "number" ? version : 0;
}
