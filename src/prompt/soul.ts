import { realpathSync } from "node:fs";
import type { Log } from "../domain/log.ts";
import { defaultIdentity } from "../text/default-identity.ts";
import { promptPhrases as say } from "../text/phrases/prompt.ts";
import { cutSource } from "./context-files/cut.ts";
import { readSource, type Source } from "./context-files/read-source.ts";
import { blockedMarker, blockersOf } from "./context-files/screen.ts";

export type SoulPlace = { readonly hermesHome: string; readonly userHome: string; readonly log: Log };

export type Soul = { readonly text: string | null; readonly warnings: readonly string[] };

const name = "SOUL.md";
const mostChars = 20_000;

/** Who the agent is, as the person wrote it in the home and nowhere else; null: nobody said. */
export function readSoul({ hermesHome, userHome, log }: SoulPlace): Soul {
  const home = realHome(hermesHome);
  const read = readSource(home, name, { root: home, userHome, hermesHome });
  if (read.source === null) {
    const warning = read.refused === undefined ? read.warning : say.fileUnreadable(name, read.refused);
    return { text: null, warnings: warning === null ? [] : [warning] };
  }
  const ids = isOurs(read.source) ? [] : blockersOf(read.source, "identity");
  if (ids.length > 0) {
    log("warning", "soul.blocked", { ids });
    return { text: `${defaultIdentity.trim()}\n\n${blockedMarker(name, ids)}`, warnings: [say.fileBlocked(name, ids)] };
  }
  const { chars } = read.source;
  const warnings = chars > mostChars ? [say.fileCut(name, chars, mostChars, "fixed")] : [];
  return { text: cutSource(read.source, name, mostChars), warnings };
}

/** Most people keep the text a new home came with: readying the scanner for it would cost every start. */
function isOurs({ head, tail }: Source): boolean {
  return head === tail && head === defaultIdentity.trim();
}

function realHome(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path; // not there: nothing will be found in it either
  }
}
