const begin = "\u001B[200~";
const end = "\u001B[201~";

/** What was pasted, where the terminal says that it was; null: typed. */
export function pastedText(data: string): string | null {
  if (!data.startsWith(begin) || !data.endsWith(end)) return null;
  return data.slice(begin.length, -end.length);
}
