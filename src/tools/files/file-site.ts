import { type FilePlace, PlaceProblem } from "../../domain/file-place.ts";
import type { ToolOutcome } from "../../domain/outcome.ts";
import type { PathRules } from "../../safety/paths.ts";
import type { SearchEngine } from "../search/engine.ts";
import { herePlace } from "./here-place.ts";

/** Where the files of a call are, the rules that hold there, and the folder its relative paths start in. */
export type FileSite = {
  readonly place: FilePlace;
  readonly paths: PathRules;
  readonly cwd: string;
  /** How files are searched there; absent: as on this machine. */
  readonly search?: SearchEngine;
};

/** The site of a path as a tool was given it. */
export type SiteOf = (path: string, cwd: string, signal: AbortSignal) => Promise<FileSite>;

/** On this machine, whatever the path. */
export function siteHere(paths: PathRules): SiteOf {
  return async (_path, cwd) => ({ place: herePlace, paths, cwd });
}

/** A place that cannot be reached is an answer, with what it means for the files. */
export async function orProblem(work: Promise<ToolOutcome>): Promise<ToolOutcome> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof PlaceProblem)) throw error;
    const { message, effect } = error;
    return { kind: "error", message, effect, details: { status: "degraded" } };
  }
}
