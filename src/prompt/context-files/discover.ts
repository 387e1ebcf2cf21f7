import { readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

export type ContextType = "hermes" | "agents" | "claude" | "cursor";

/** A file that may speak for the project. */
export type Candidate = { readonly folder: string; readonly name: string };

export type CandidateType = { readonly type: ContextType; readonly files: readonly Candidate[] };

const hermesNames = [".hermes.md", "HERMES.md"];
const mostRules = 50;

/** What could be loaded, by priority. Folders are real paths; without a git root only `cwd` itself is looked at. */
export function candidates(cwd: string, root: string | null): readonly CandidateType[] {
  return [
    { type: "hermes", files: nearestHermes(cwd, root ?? cwd) },
    { type: "agents", files: [{ folder: cwd, name: "AGENTS.md" }] },
    { type: "claude", files: [{ folder: cwd, name: "CLAUDE.md" }] },
    { type: "cursor", files: [{ folder: cwd, name: ".cursorrules" }, ...cursorRules(join(cwd, ".cursor", "rules"))] },
  ];
}

/** The names of the nearest folder that has one; a parent's file is not asked for when the nearest one is empty. */
function nearestHermes(cwd: string, root: string): readonly Candidate[] {
  for (let folder = cwd; ; folder = dirname(folder)) {
    const names = hermesNames.filter((name) => isFile(join(folder, name)));
    if (names.length > 0) return names.map((name) => ({ folder, name }));
    if (folder === root || dirname(folder) === folder) return [];
  }
}

function cursorRules(folder: string): readonly Candidate[] {
  const names = namesIn(folder).filter((name) => name.endsWith(".mdc"));
  return names
    .toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))) // by code point
    .slice(0, mostRules)
    .map((name) => ({ folder, name }));
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false; // missing, a link into nowhere, or in a folder that is closed to us
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // there are no rules, or they are nobody's to read
  }
}
