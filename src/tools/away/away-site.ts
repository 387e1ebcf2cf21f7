import { posix } from "node:path";
import { PlaceProblem } from "../../domain/file-place.ts";
import { absolutePath, isHandedOn, type PathRules } from "../../safety/paths.ts";
import { siteHere, type SiteOf } from "../files/file-site.ts";
import { type AwayPlaceDeps, createAwayPlace, fields } from "./away-place.ts";
import type { AwayFacts, AwayKnowledge } from "./away-rules.ts";
import { awaySearch } from "./away-search.ts";
import { runScript } from "./run-script.ts";
import { factsScript } from "./scripts.ts";

export type AwaySiteDeps = Omit<AwayPlaceDeps, "onLook"> & {
  /** The folder programs start in over there. */
  readonly start: string;
  /** Of this machine, whose skills and long outputs the model is sent to by their paths. */
  readonly here: PathRules;
  readonly rules: PathRules;
  readonly known: AwayKnowledge;
};

const factsBytes = 100_000;

/** The file tools' way to where the session's programs run. */
export function awaySite({ start, here, rules, known, ...deps }: AwaySiteDeps): SiteOf {
  const place = createAwayPlace({ ...deps, onLook: (path, real) => void known.leads.set(path, real) });
  const search = awaySearch(deps);
  return async (path, cwd, signal) => {
    const local = absolutePath(path, cwd === "~" ? "/" : cwd, here.userHome);
    if (isHandedOn(local, here)) return siteHere(here)(path, cwd, signal);
    const facts = (known.facts ??= await factsOf(start, deps, signal));
    return { place, paths: rules, cwd: cwd === "~" ? facts.start : posix.resolve(facts.start, cwd), search };
  };
}

async function factsOf(
  cwd: string,
  deps: Pick<AwayPlaceDeps, "backend" | "clock">,
  signal: AbortSignal,
): Promise<AwayFacts> {
  const { output, complaint } = await runScript(
    { script: factsScript, args: [], cwd, mostBytes: factsBytes },
    deps,
    signal,
  );
  const [home, start, root] = fields(output);
  if (home === undefined || start === undefined) {
    throw new PlaceProblem(`Files cannot be reached (${deps.backend.name}): ${complaint.trim() || "no answer"}`);
  }
  return { home, start, root: root === undefined || root === "" ? start : root };
}
