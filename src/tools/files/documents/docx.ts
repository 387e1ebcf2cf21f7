import type { DocumentText } from "./document-text.ts";
import { xmlText } from "./xml-text.ts";
import { openZip } from "./zip.ts";

/** Paragraphs as lines, cells of tables apart by tabs. */
export async function docxText(bytes: Buffer): Promise<DocumentText> {
  const xml = openZip(bytes)?.read("word/document.xml")?.toString("utf8");
  if (xml === undefined) return { kind: "problem", why: "it is not a Word document" };
  const marked = xml
    .replaceAll(/\r?\n/g, "")
    .replaceAll(/<w:(?:instrText|delText)\b[^>]*>[^<]*<\/w:(?:instrText|delText)>/g, "")
    .replaceAll(/<\/w:p>\s*<\/w:tc>/g, "\t")
    .replaceAll(/<w:tab\/>/g, "\t")
    .replaceAll(/<\/w:p>|<\/w:tr>|<w:br\b[^>]*>|<w:cr\/>/g, "\n");
  return { kind: "text", text: xmlText(marked).replaceAll(/\t+\n/g, "\n").trim() };
}
