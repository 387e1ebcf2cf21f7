import { realpathSync } from "node:fs";
import { join, relative } from "node:path";
import { gitRoot } from "../../disk/git-root.ts";
import type { Log } from "../../domain/log.ts";
import { promptPhrases as say } from "../../text/phrases/prompt.ts";
import { cutSource } from "./cut.ts";
import { candidates, type Candidate, type CandidateType, type ContextType } from "./discover.ts";
import { withoutFrontmatter } from "./frontmatter.ts";
import { readSource, type Source, type SourcePlace } from "./read-source.ts";
import { blockedMarker, blockersOf, labelOf } from "./screen.ts";

export type ContextPlace = Pick<SourcePlace, "userHome" | "hermesHome"> & {
  readonly cwd: string;
  readonly maxChars: number;
  readonly log: Log;
};

/** What the project says about itself. `chosen` and `files` tell whether it would be something else now. */
export type ContextFiles = {
  readonly text: string | null;
  readonly chosen: ContextType | null;
  readonly files: readonly ContextFile[];
  readonly warnings: readonly string[]; // for the person
};

/** The path as seen from the working directory, and the digest of the trimmed text. */
type ContextFile = { readonly path: string; readonly sha256: string };

const heading = "# Project Context\n\nThe following project context files have been loaded and should be followed:";
const mostCursorChars = 60_000;

/** The first type of file with something in it. Bad files are passed over; none of them can make this fail. */
export function loadContextFiles(place: ContextPlace): ContextFiles {
  const warnings: string[] = [];
  const cwd = realFolder(place.cwd);
  if (cwd === null) return { text: null, chosen: null, files: [], warnings };
  const root = gitRoot(cwd);
  const around = { ...place, cwd, root: root ?? cwd };
  for (const candidate of candidates(cwd, root)) {
    const found = readType(candidate, around, warnings);
    if (found.length > 0) return rendered(candidate.type, found, around, warnings);
  }
  return { text: null, chosen: null, files: [], warnings };
}

type Around = ContextPlace & SourcePlace;
type Found = { readonly path: string; readonly label: string; readonly source: Source };

/** All rules of Cursor's, of every other type the first file that holds something. */
function readType({ type, files }: CandidateType, around: Around, warnings: string[]): readonly Found[] {
  const found: Found[] = [];
  for (const file of files) {
    const source = read(type, file, around, warnings);
    if (source === null) continue;
    const path = relative(around.cwd, join(file.folder, file.name)).replaceAll("\\", "/");
    found.push({ path, label: labelOf(path), source });
    if (type !== "cursor") break;
  }
  return found;
}

function read(type: ContextType, { folder, name }: Candidate, around: Around, warnings: string[]): Source | null {
  const file = readSource(folder, name, around, type === "hermes" ? withoutFrontmatter : undefined);
  if (file.source !== null) return file.source;
  if (file.warning !== null) warnings.push(file.warning);
  if (file.refused !== undefined) around.log("debug", "context_file.refused", { name, code: file.refused });
  return null;
}

function rendered(chosen: ContextType, found: readonly Found[], around: Around, warnings: string[]): ContextFiles {
  const sections: string[] = [];
  let total = 0;
  for (const [index, each] of found.entries()) {
    const content = contentOf(each, around, warnings);
    total += Array.from(content).length;
    if (chosen === "cursor" && total > mostCursorChars) {
      sections.push(`[...omitted ${found.length - index} rule files: total limit ${mostCursorChars} chars reached.]`);
      break;
    }
    sections.push(`## ${each.label}\n\n${content}`);
  }
  const files = found.map(({ path, source }) => ({ path, sha256: source.sha256 }));
  return { text: [heading, ...sections].join("\n\n"), chosen, files, warnings };
}

function contentOf({ label, source }: Found, { maxChars, log }: Around, warnings: string[]): string {
  const ids = blockersOf(source, "context");
  if (ids.length > 0) {
    log("warning", "context_file.blocked", { label, ids });
    warnings.push(say.fileBlocked(label, ids));
    return blockedMarker(label, ids);
  }
  if (source.chars > maxChars) warnings.push(say.fileCut(label, source.chars, maxChars, "context_file_max_chars"));
  return cutSource(source, label, maxChars);
}

function realFolder(path: string): string | null {
  try {
    return realpathSync.native(path);
  } catch {
    return null; // deleted, or not ours to enter
  }
}
