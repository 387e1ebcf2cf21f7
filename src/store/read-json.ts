/** Stands for text that should have been JSON and is not. */
export const unreadable = Symbol("unreadable");

/** null stays null; damage is a value, so that one bad field does not take its neighbours with it. */
export function readJson(json: string | null): unknown {
  if (json === null) return null;
  try {
    return JSON.parse(json);
  } catch {
    return unreadable;
  }
}

/** A key of a row's `extra` as SQL: NULL where the JSON is damaged, which `json_extract` alone would refuse to read. */
export function extraField(path: string): string {
  return `CASE WHEN json_valid(extra) THEN json_extract(extra, '$.${path}') END`;
}
