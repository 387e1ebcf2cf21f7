export type Replacement =
  | { readonly kind: "replaced"; readonly text: string; readonly count: number }
  | { readonly kind: "problem"; readonly message: string };

/** Exactly as written if it is there; else with any white space where the old text has some. */
export function replaceText(text: string, old: string, replacement: string, all: boolean): Replacement {
  const exact = text.split(old).length - 1;
  if (exact > 0) return replaced(text, literal(old), replacement, { count: exact, all });
  const loose = looseForm(old);
  const count = text.match(loose)?.length ?? 0;
  if (count === 0) return { kind: "problem", message: "old_string was not found. View the skill and copy it exactly." };
  return replaced(text, loose, replacement.trim(), { count, all });
}

function replaced(
  text: string,
  pattern: RegExp,
  replacement: string,
  { count, all }: { readonly count: number; readonly all: boolean },
): Replacement {
  if (count > 1 && !all) {
    return { kind: "problem", message: `old_string occurs ${count} times. Add context, or set replace_all.` };
  }
  return { kind: "replaced", text: text.replaceAll(pattern, () => replacement), count };
}

function literal(text: string): RegExp {
  return new RegExp(RegExp.escape(text), "g");
}

function looseForm(text: string): RegExp {
  const words = text.trim().split(/\s+/);
  return new RegExp(words.map((word) => RegExp.escape(word)).join("\\s+"), "g");
}
