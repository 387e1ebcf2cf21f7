import { createHash } from "node:crypto";
import { realpathSync, statSync } from "node:fs";
import { basename, join, sep } from "node:path";
import { readBounded } from "../../disk/bounded-read.ts";
import { readVerdict } from "../../safety/paths.ts";
import { promptPhrases as say } from "../../text/phrases/prompt.ts";

/** Where files for the prompt are read, and what may not be read there. Folders are real paths. */
export type SourcePlace = {
  readonly root: string; // links may lead anywhere inside it
  readonly userHome: string;
  readonly hermesHome: string;
};

/** A file's text, trimmed. Of a very long one only both ends are kept. */
export type Source = {
  readonly head: string;
  readonly tail: string;
  readonly chars: number; // of the whole text
  readonly sha256: string;
};

/** null: nothing to use. Then and only then there may be a warning. */
export type SourceRead =
  | { readonly source: Source }
  | { readonly source: null; readonly warning: string | null; readonly refused?: string };

const longestBytes = 10 * 1_024 * 1_024;
const wholeBytes = 1_024 * 1_024;
const headUnits = 512 * 1_024;
const tailUnits = 64 * 1_024;
const nothing = { source: null, warning: null } as const;

/** Reads `folder/name` whatever it is: it never waits, never throws for a bad file and never reads what is secret. */
export function readSource(
  folder: string,
  name: string,
  place: SourcePlace,
  strip: (text: string) => string = (text) => text,
): SourceRead {
  const shown = name.replaceAll(/\p{Cc}/gu, "");
  try {
    const real = realpathSync.native(join(folder, name));
    if (!statSync(real).isFile()) return nothing;
    if (real !== join(folder, name) && !mayFollow(real, place)) return warned(say.fileElsewhere(shown));
    const file = readBounded(real, longestBytes);
    if (file.kind === "too-long") return warned(say.fileTooLong(shown, file.size));
    return file.kind === "read" ? sourceOf(file.bytes, shown, strip) : nothing;
  } catch (error) {
    const code = codeOf(error);
    if (code === null) throw error;
    return code === "ENOENT" || code === "ENOTDIR" || code === "ELOOP" ? nothing : { ...nothing, refused: code };
  }
}

/** Outside the project only what is plainly meant to be read as instructions, and nowhere a secret. */
function mayFollow(real: string, { root, userHome, hermesHome }: SourcePlace): boolean {
  const rules = { userHome, hermesHome, roots: [root], safeRoots: [] };
  if (readVerdict(real, rules).kind === "denied") return false;
  const inside = real.startsWith(root.endsWith(sep) ? root : root + sep);
  return inside || /\.mdc?$/i.test(real) || basename(real) === ".cursorrules";
}

function sourceOf(bytes: Buffer, name: string, strip: (text: string) => string): SourceRead {
  if (bytes.includes(0)) return warned(say.fileNotText(name));
  const decoded = decode(bytes);
  if (decoded === null) return warned(say.fileNotText(name));
  const trimmed = decoded.replaceAll(/\r\n?/g, "\n").trim();
  const text = strip(trimmed).trim();
  if (text === "") return nothing;
  const long = bytes.length > wholeBytes;
  return {
    source: {
      head: long ? text.slice(0, headUnits) : text,
      tail: long ? text.slice(-tailUnits) : text,
      chars: charsIn(text),
      sha256: createHash("sha256").update(trimmed).digest("hex"),
    },
  };
}

/** Strictly: a replaced byte would be hidden from the scanner. Takes the mark of the encoding away. */
function decode(bytes: Buffer): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function charsIn(text: string): number {
  return text.length - (text.match(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g)?.length ?? 0);
}

function warned(warning: string): SourceRead {
  return { source: null, warning };
}

function codeOf(error: unknown): string | null {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : null;
}
