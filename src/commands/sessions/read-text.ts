import { readBounded } from "../../disk/bounded-read.ts";
import { sessionsPhrases as say } from "../../text/phrases/sessions.ts";

const largestMegabytes = 256;

/** The words of a file, or why there are none. */
export function textOf(path: string): { readonly text: string } | { readonly reason: string } {
  try {
    const file = readBounded(path, largestMegabytes * 1024 * 1024);
    switch (file.kind) {
      case "missing":
        return { reason: say.missingFile };
      case "not-a-file":
        return { reason: say.notAFile };
      case "too-long":
        return { reason: say.tooLong(largestMegabytes) };
      case "read":
        return { text: new TextDecoder("utf-8", { fatal: true }).decode(file.bytes) };
    }
  } catch (error) {
    if (error instanceof TypeError) return { reason: say.notUtf8 };
    if (error instanceof Error && "code" in error) return { reason: error.message };
    throw error;
  }
}
