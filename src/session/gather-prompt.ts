import { join } from "node:path";
import { readBounded } from "../disk/bounded-read.ts";
import type { Log } from "../domain/log.ts";
import type { PromptInputs } from "../prompt/layer.ts";

const longestFile = 1_000_000; // bytes; the layers cut what is too long for a prompt

/** The person's own files for the prompt, read when a conversation starts and not again. Unreadable counts as absent. */
export function readPromptFiles(home: string, log: Log): Pick<PromptInputs, "soul" | "memory"> {
  const memory = readText(join(home, "memories", "MEMORY.md"), log);
  return { soul: readText(join(home, "SOUL.md"), log), memory: memory === null ? [] : entriesOf(memory) };
}

/** Entries are separated by a line that holds only the section sign. */
function entriesOf(text: string): readonly string[] {
  return text
    .split(/^§[ \t]*\r?$/m)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
}

function readText(path: string, log: Log): string | null {
  try {
    const file = readBounded(path, longestFile);
    return file.kind === "read" ? file.bytes.toString("utf8").replace(/^\ufeff/, "") : null;
  } catch (error) {
    log("warning", "prompt.file_unreadable", { path, error: String(error) });
    return null; // no permission: the conversation starts without it
  }
}
