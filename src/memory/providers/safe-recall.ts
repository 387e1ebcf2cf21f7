import type { InjectionScan } from "../../domain/injection-scan.ts";

/** Recalled text with each suspicious paragraph replaced: one bad memory must not cost the others. */
export function safeRecall(text: string, scan: InjectionScan): string {
  return text
    .toWellFormed()
    .split(/(\n[ \t]*\n\s*)/)
    .map((paragraph, index) => (index % 2 === 0 ? shown(paragraph, scan) : paragraph))
    .join("")
    .trim();
}

function shown(paragraph: string, scan: InjectionScan): string {
  if (paragraph.trim() === "") return paragraph;
  const { blocked, reasons } = scan(paragraph, "base");
  if (!blocked) return paragraph;
  return `[BLOCKED: memory recall contained potential prompt injection (${reasons.join(", ")}). Content not loaded.]`;
}
