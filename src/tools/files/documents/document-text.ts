import { extname } from "node:path";
import type { FilePlace } from "../../../domain/file-place.ts";

/** The text of a document that is no text file, as lines. `problem`: it is one of these, and broken. */
export type DocumentText =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "problem"; readonly why: string };

type Reader = (bytes: Buffer) => Promise<DocumentText>;

const longestDocument = 50 * 1024 * 1024;

const readers: Readonly<Record<string, () => Promise<Reader>>> = {
  ".ipynb": async () => (await import("./notebook.ts")).notebookText,
  ".pdf": async () => (await import("./pdf.ts")).pdfText,
  ".docx": async () => (await import("./docx.ts")).docxText,
  ".xlsx": async () => (await import("./xlsx.ts")).xlsxText,
};

export function isDocument(path: string): boolean {
  return Object.hasOwn(readers, extname(path).toLowerCase());
}

/** What a person would read in it. */
export async function documentText(
  { path, real }: { readonly path: string; readonly real: string },
  place: FilePlace,
  signal: AbortSignal,
): Promise<DocumentText> {
  const load = readers[extname(path).toLowerCase()];
  if (load === undefined) return { kind: "problem", why: "it is no document" };
  const bytes = await place.read(real, longestDocument, signal);
  return bytes === null ? { kind: "problem", why: "it is longer than 50 MB" } : (await load())(bytes);
}
