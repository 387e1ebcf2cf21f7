import type { DirectoryHints } from "../domain/directory-hints.ts";
import { createHintTracker } from "../prompt/hints/hint-tracker.ts";
import type { SessionDeps } from "./session-deps.ts";

type Known = Parameters<typeof createHintTracker>[0]["known"];

/** Instructions of folders the session enters, but for those its prompt knows already. */
export function hintsFor({ place, clock, log }: SessionDeps, known: Known): DirectoryHints {
  const { cwd, userHome, home: hermesHome } = place;
  return createHintTracker({ cwd, userHome, hermesHome, known, clock, log });
}
