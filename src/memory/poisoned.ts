import type { InjectionScan } from "../domain/injection-scan.ts";

const wholeMarker = /^\[BLOCKED: \S+ entry contained potential prompt injection \([^()\n]*\)\. Content not loaded\.\]$/;

/** Why an entry may not be shown, or null. Only a text that is nothing but a marker passes unscanned. */
export function poisonIn(entry: string, scan: InjectionScan): string | null {
  if (wholeMarker.test(entry)) return null;
  const { blocked, reasons } = scan(entry, "strict");
  return blocked ? reasons.join(", ") || "prompt_injection" : null;
}

/** For the prompt: the entry stays in the file, where a person can look at it. */
export function promptEntry(entry: string, file: string, scan: InjectionScan): string {
  const poison = poisonIn(entry, scan);
  return poison === null
    ? entry
    : `[BLOCKED: ${file} entry contained potential prompt injection (${poison}). Content not loaded.]`;
}

/** For tool results: a poisoned entry is named by its place, and that name addresses it. */
export function listedEntries(entries: readonly string[], scan: InjectionScan): readonly string[] {
  return entries.map((entry, index) => {
    const poison = poisonIn(entry, scan);
    return poison === null ? entry : `[BLOCKED entry #${index + 1} (${poison})]`;
  });
}
