import { join } from "node:path";
import { z } from "zod";
import { writeFileAtomic } from "../../disk/atomic-write.ts";
import { ensurePrivateFolder } from "../../disk/folders.ts";
import type { InjectionScan } from "../../domain/injection-scan.ts";
import type { Log } from "../../domain/log.ts";
import { readText } from "../read-text.ts";
import type { Quarantine } from "../shelf.ts";
import { mayUse, verdictOf } from "./finding.ts";
import { judgeFolder, readFolder } from "./judge-folder.ts";

const VerdictsSchema = z.record(z.string(), z.string().nullable());
const longestFile = 4 * 1_048_576;
const mostKept = 2_000;

export type QuarantineDeps = {
  readonly home: string;
  readonly scan: InjectionScan;
  /** Changes with the scanner: what another one judged is judged again. */
  readonly scannerVersion: number;
  readonly log: Log;
};

/**
 * Judges a project's skills by their content, and again when that changes. Verdicts are kept in the home, where the
 * project cannot write them. Whatever cannot be judged stays out.
 */
export function createQuarantine({ home, scan, scannerVersion, log }: QuarantineDeps): Quarantine {
  const folder = join(home, "cache");
  const path = join(folder, "skill-verdicts.json");
  const keep = (verdicts: readonly (readonly [string, string | null])[]): void => {
    try {
      ensurePrivateFolder(folder);
      writeFileAtomic(path, JSON.stringify(Object.fromEntries(verdicts.slice(-mostKept))));
    } catch (error) {
      log("warning", "skills.verdict_unsaved", { error: String(error) }); // judged again next time
    }
  };
  return (skill) => {
    try {
      const content = readFolder(skill.folder);
      const key = `${scannerVersion}:${content.hash}`;
      const known = readVerdicts(path);
      const kept = known.get(key);
      if (kept !== undefined) return kept;
      const findings = judgeFolder(content, scan);
      const why = mayUse("community", verdictOf(findings)) ? null : reasonOf(findings);
      if (why !== null) log("warning", "skills.quarantined", { skill: skill.folder, why });
      keep([...known, [key, why]]);
      return why;
    } catch (error) {
      log("warning", "skills.unjudged", { skill: skill.folder, error: String(error) });
      return "it could not be checked";
    }
  };
}

function reasonOf(findings: ReturnType<typeof judgeFolder>): string {
  return findings
    .map(({ rule, file }) => `${rule} in ${file}`)
    .slice(0, 5)
    .join(", ");
}

function readVerdicts(path: string): ReadonlyMap<string, string | null> {
  const file = readText(path, longestFile);
  if (file.kind !== "text") return new Map();
  try {
    const verdicts = VerdictsSchema.safeParse(JSON.parse(file.text));
    return new Map(verdicts.success ? Object.entries(verdicts.data) : []);
  } catch {
    return new Map(); // cut off: everything is judged again
  }
}
