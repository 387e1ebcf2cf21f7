import { join } from "node:path";
import { readBounded } from "../disk/bounded-read.ts";
import type { Log } from "../domain/log.ts";
import { loadContextFiles } from "../prompt/context-files/load-context-files.ts";
import type { PromptInputs } from "../prompt/layer.ts";
import { readSoul } from "../prompt/soul.ts";
import type { SessionPlace } from "./session-deps.ts";

const longestFile = 1_000_000; // bytes; the layers cut what is too long for a prompt

type PromptPlace = Pick<SessionPlace, "home" | "userHome" | "cwd" | "contextFileChars">;

export type PromptFiles = Pick<PromptInputs, "soul" | "memory" | "context">;

/** The person's and the project's files, read when a conversation starts and not again; and what to tell about them. */
export function readPromptFiles(
  { home, userHome, cwd, contextFileChars }: PromptPlace,
  log: Log,
): { readonly files: PromptFiles; readonly warnings: readonly string[] } {
  const memory = readText(join(home, "memories", "MEMORY.md"), log);
  const soul = readSoul({ hermesHome: home, userHome, log });
  const context = loadContextFiles({ hermesHome: home, userHome, cwd, maxChars: contextFileChars, log });
  return {
    files: { soul: soul.text, memory: memory === null ? [] : entriesOf(memory), context },
    warnings: [...soul.warnings, ...context.warnings],
  };
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
