/** A list of things to tick. Pure: keys in, state out. */
export type Checklist = {
  readonly rows: readonly { readonly text: string; readonly on: boolean }[];
  readonly at: number;
  readonly ending: "saved" | "left" | null;
};

export function newChecklist(rows: Checklist["rows"]): Checklist {
  return { rows, at: 0, ending: null };
}

const moves: Readonly<Record<string, number>> = {
  "\u001B[A": -1,
  "\u001BOA": -1,
  k: -1,
  "\u001B[B": 1,
  "\u001BOB": 1,
  j: 1,
};

/** One key as a terminal sends it. What means nothing here changes nothing. */
export function pressed(list: Checklist, key: string): Checklist {
  if (list.ending !== null) return list;
  const move = moves[key];
  if (move !== undefined) return { ...list, at: Math.max(0, Math.min(list.rows.length - 1, list.at + move)) };
  if (key === " ")
    return { ...list, rows: list.rows.map((row, at) => (at === list.at ? { ...row, on: !row.on } : row)) };
  if (key === "\r" || key === "\n") return { ...list, ending: "saved" };
  return ["\u001B", "q", "\u0003", "\u0004"].includes(key) ? { ...list, ending: "left" } : list;
}

const escape = "\u001B";
const oneKey = new RegExp(`${escape}(?:\\[[0-9;]*[A-Za-z~]|O[A-Z])|[^]`, "gu");

/** What one read of a terminal holds, key by key: an arrow is several bytes. */
export function keysIn(bytes: string): readonly string[] {
  return bytes.match(oneKey) ?? [];
}

export function listLines(
  { rows, at }: Checklist,
  size: { readonly columns: number; readonly rows: number },
): readonly string[] {
  const height = Math.max(1, size.rows);
  const first = Math.max(0, Math.min(at - Math.floor(height / 2), rows.length - height));
  return rows.slice(first, first + height).map(({ text, on }, index) => {
    const line = `${first + index === at ? ">" : " "} [${on ? "x" : " "}] ${text}`;
    return line.slice(0, Math.max(1, size.columns - 1));
  });
}
