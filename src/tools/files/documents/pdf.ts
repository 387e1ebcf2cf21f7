import { extractText, getDocumentProxy } from "unpdf";
import type { DocumentText } from "./document-text.ts";

export async function pdfText(bytes: Buffer): Promise<DocumentText> {
  try {
    const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
    const { text } = await extractText(document, { mergePages: false });
    const pages = text.map((page, index) => `[page ${index + 1}]\n${page.trim()}`);
    const hasText = text.some((page) => page.trim() !== "");
    return hasText ? { kind: "text", text: pages.join("\n\n") } : { kind: "problem", why: "its pages hold no text" };
  } catch (error) {
    const why = error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
    return { kind: "problem", why: `it cannot be read as PDF (${why})` };
  }
}
