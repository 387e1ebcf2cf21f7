import type { Log } from "../domain/log.ts";
import { loadContextFiles } from "../prompt/context-files/load-context-files.ts";
import type { PromptInputs } from "../prompt/layer.ts";
import { readSoul } from "../prompt/soul.ts";
import type { SessionPlace } from "./session-deps.ts";

type PromptPlace = Pick<SessionPlace, "home" | "userHome" | "cwd" | "contextFileChars">;

export type PromptFiles = Pick<PromptInputs, "soul" | "context">;

/** The person's and the project's files, read when a conversation starts and not again; and what to tell about them. */
export function readPromptFiles(
  { home, userHome, cwd, contextFileChars }: PromptPlace,
  log: Log,
): { readonly files: PromptFiles; readonly warnings: readonly string[] } {
  const soul = readSoul({ hermesHome: home, userHome, log });
  const context = loadContextFiles({ hermesHome: home, userHome, cwd, maxChars: contextFileChars, log });
  return {
    files: { soul: soul.text, context },
    warnings: [...soul.warnings, ...context.warnings],
  };
}
