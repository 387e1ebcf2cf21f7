import { fileURLToPath } from "node:url";

const longest = 4_096;
const looksLikePicture = /\.(?:png|jpe?g|gif|webp)$/i;

/** The file a pasted text names, if it is one path and sounds like a picture's; terminals quote in three ways. */
export function pastedPath(pasted: string): string | null {
  const text = pasted.trim();
  if (text.length > longest || /[\n\r]/.test(text)) return null;
  const path = unquoted(text);
  return path !== null && looksLikePicture.test(path) && /^(?:\/|~\/|\.{1,2}\/|[A-Za-z]:\\)/.test(path) ? path : null;
}

function unquoted(text: string): string | null {
  const quoted = /^'([^']*)'$|^"([^"]*)"$/.exec(text);
  if (quoted !== null) return quoted[1] ?? quoted[2] ?? "";
  if (text.startsWith("file://")) return fromUrl(text);
  if (/(?<!\\) /.test(text)) return null; // several words
  return /^[A-Za-z]:\\/.test(text) ? text : text.replaceAll(/\\(.)/g, "$1");
}

function fromUrl(text: string): string | null {
  try {
    return fileURLToPath(text);
  } catch {
    return null; // of another machine, or no address at all
  }
}
