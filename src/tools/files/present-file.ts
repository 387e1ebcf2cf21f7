import { isUtf8 } from "node:buffer";
import type { FilePlace } from "../../domain/file-place.ts";
import type { ToolOutcome } from "../../domain/outcome.ts";

export type Refusal = Extract<ToolOutcome, { kind: "error" }>;

/** A file that is about to be changed. Without `stamp` there is none; without `text` it is too long to be compared. */
export type PresentFile = {
  readonly kind: "present";
  readonly path: string; // as given
  readonly absolute: string;
  readonly real: string;
  readonly stamp: string | null;
  readonly mode: number | null;
  readonly bytes: Buffer | null;
  readonly text: string | null;
  /** Decoding it and encoding it again gives the same bytes. */
  readonly isUtf8: boolean;
};

/** What stands at a path where text shall be written; only ordinary text files and nothing at all will do. */
export async function presentFile(
  { path, absolute, mostBytes }: { readonly path: string; readonly absolute: string; readonly mostBytes: number },
  place: FilePlace,
  signal: AbortSignal,
): Promise<PresentFile | Refusal> {
  const { file, real, binary } = await place.look(absolute, signal);
  switch (file.kind) {
    case "missing":
      return none(path, absolute, real);
    case "folder":
      return refuse(`${path} is a folder.`);
    case "special":
      return refuse(`${path} is a ${file.name}; only ordinary files are written.`);
    case "unreadable":
      return refuse(`Cannot write ${path}: ${file.why}.`);
    case "file": {
      if (binary() !== null) return refuse(`${path} is a binary file; text would destroy it.`);
      const { stamp, mode } = file;
      const bytes = await place.read(real, mostBytes, signal);
      const text = bytes === null ? null : bytes.toString("utf8");
      const isSame = bytes !== null && isUtf8(bytes);
      return { kind: "present", path, absolute, real, stamp, mode, bytes, text, isUtf8: isSame };
    }
  }
}

function none(path: string, absolute: string, real: string): PresentFile {
  return { kind: "present", path, absolute, real, stamp: null, mode: null, bytes: null, text: null, isUtf8: true };
}

export function refuse(message: string): Refusal {
  return { kind: "error", message, effect: "none" };
}
