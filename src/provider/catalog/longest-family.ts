/** Rows by the beginning of a family's name; the longest one contained in the model's id counts. Dots are dashes. */
export function longestFamily<Row>(rows: Readonly<Record<string, Row>>): (model: string) => Row | null {
  const ordered = Object.entries(rows).toSorted(([a], [b]) => b.length - a.length);
  return (model) => {
    const name = model.toLowerCase().replaceAll(".", "-");
    return ordered.find(([family]) => containsWord(name, family))?.[1] ?? null;
  };
}

/** `o1` is a family, `solo1` is not; `qwen3` may go on with anything. */
function containsWord(name: string, family: string): boolean {
  const at = name.indexOf(family);
  return at === 0 || (at > 0 && !/[a-z0-9]/.test(name.charAt(at - 1)));
}
