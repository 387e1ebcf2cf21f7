import { posix } from "node:path";
import type { ShellBackend } from "../../domain/shell-backend.ts";
import type { PathRules } from "../../safety/paths.ts";

/** What has been learnt of the machine the files are on. */
export type AwayKnowledge = {
  facts: AwayFacts | null;
  /** Where paths lead there; every one is looked at before it is judged. */
  readonly leads: Map<string, string>;
};

export type AwayFacts = { readonly home: string; readonly start: string; readonly root: string };

type Parts = {
  readonly backend: Pick<ShellBackend, "isolation">;
  /** Those of this machine. */
  readonly here: PathRules;
  readonly addDirs: readonly string[];
};

/** The rules for files there: the same ones, about the home and the workspace there. Known from the first call on. */
export function awayRules({ backend, here, addDirs }: Parts, known: AwayKnowledge): PathRules {
  return {
    get userHome() {
      return known.facts?.home ?? "/";
    },
    get hermesHome() {
      return posix.join(known.facts?.home ?? "/", ".hermes");
    },
    get roots() {
      return known.facts === null ? [] : [known.facts.root, ...addDirs];
    },
    safeRoots: here.safeRoots,
    commandsRun: () => (backend.isolation === "container" ? "apart" : "here"),
    realPath: (path) => known.leads.get(path) ?? path,
  };
}
