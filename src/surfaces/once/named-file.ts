import { resolve } from "node:path";
import { readBounded } from "../../disk/bounded-read.ts";
import { oncePhrases } from "../../text/phrases/once.ts";

export type NamedFile = { readonly kind: "read"; readonly bytes: Uint8Array } | Refusal;

export type Refusal = { readonly kind: "refused"; readonly message: string };

export const megabyte = 1024 * 1024;

/** A file a person named with a flag; whatever is wrong with it is said in one line. */
export function readNamedFile(flag: string, path: string, cwd: string, megabytes: number): NamedFile {
  try {
    const file = readBounded(resolve(cwd, path), megabytes * megabyte);
    switch (file.kind) {
      case "read":
        return file;
      case "missing":
        return refused(oncePhrases.noFile(flag, path));
      case "not-a-file":
        return refused(oncePhrases.notAFile(flag, path));
      case "too-long":
        return refused(oncePhrases.fileTooLong(flag, path, megabytes));
    }
  } catch (error) {
    return refused(oncePhrases.unreadable(flag, path, reasonOf(error)));
  }
}

export function refused(message: string): Refusal {
  return { kind: "refused", message };
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
