import { existsSync, readdirSync } from "node:fs";
import { basename } from "node:path";
import type { FetchedPlace } from "../fetched-memory.ts";
import { programOf } from "../../shell/simple-command.ts";
import { changesOf } from "./changes.ts";
import { pathsOf } from "./paths-of.ts";
import { downloaders } from "./remote-code.ts";
import { operandsOf, valuesOf, type Call, type RulePlace } from "./rule.ts";

type Where = Pick<RulePlace, "cwds" | "paths" | "fetchedBefore">;
type IsFetched = (path: string) => boolean;

/** Whether a path is, or will be, something that came from the network, by this text or by an earlier one. */
export function fetchedBy(calls: readonly Call[], where: Where): IsFetched | null {
  const { cloned, files, unpacked } = broughtIn(calls, where);
  const { fetchedBefore: earlier = null } = where;
  if (cloned.length + files.size + unpacked.length === 0) return earlier;
  return (path) =>
    files.has(path) ||
    cloned.some((folder) => isInside(path, folder)) ||
    (unpacked.some((folder) => isInside(path, folder)) && !existsSync(path)) ||
    earlier?.(path) === true;
}

const fetchingWords = new RegExp(
  ["[$`\\\\]", "clone", "checkout", "\\bco\\b", "degit", "giget", ...downloaders].join("|"),
  "i",
);

/** Spares the reading of most texts: without one of these words, or a way to spell one otherwise, nothing is fetched. */
export function mayFetch(text: string): boolean {
  return fetchingWords.test(text.replaceAll(/["']/g, ""));
}

/** What calls that are about to run will have brought in, to be told to those that come later. */
export function fetchedPlaces(calls: readonly Call[], where: Where): readonly FetchedPlace[] {
  const { cloned, files, unpacked } = broughtIn(calls, where);
  const whole = [...cloned, ...files].map((path) => ({ path, before: null }));
  return [...whole, ...unpacked.map((path) => ({ path, before: namesIn(path) }))];
}

function broughtIn(calls: readonly Call[], where: Where) {
  const cloned = calls.flatMap((call) => clonesOf(call)).flatMap((folder) => pathsOf(folder, where));
  const files = new Set(calls.filter(downloads).flatMap((call) => changed(call, "overwritten", where)));
  const isFetched: IsFetched = (path) => files.has(path) || where.fetchedBefore?.(path) === true;
  const opened = calls.filter((call) => opens(call, isFetched, where));
  return { cloned, files, unpacked: opened.flatMap((call) => changed(call, "filled", where)) };
}

/** Null where there is no such folder yet. */
function namesIn(folder: string): ReadonlySet<string> | null {
  try {
    return new Set(readdirSync(folder));
  } catch {
    return null;
  }
}

function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

function changed(call: Call, kind: "overwritten" | "filled", where: Where): readonly string[] {
  return changesOf(call).flatMap(({ path, how }) => (how === kind ? pathsOf(path, where) : []));
}

function downloads({ program, inputs }: Call): boolean {
  return downloaders.has(program) || inputs.some(({ words: [name] }) => downloaders.has(programOf(name)));
}

/** It takes an archive apart that came from the network, as a file or through a pipe. */
function opens(call: Call, isFetched: IsFetched, where: Where): boolean {
  if (downloads(call)) return true;
  const read = [...operandsOf(call.args), ...valuesOf(call.args, "f", ["file"]), ...call.readsFrom];
  return read.some((word) => pathsOf(word, where).some(isFetched));
}

const cloners: ReadonlyMap<string, RegExp> = new Map([
  ["git", /^clone$/],
  ["hg", /^clone$/],
  ["svn", /^(?:checkout|co)$/],
  ["gh", /^clone$/],
  ["glab", /^clone$/],
]);
const valued = /^(?:-[bocju]|--(?:branch|origin|config|depth|jobs|upload-pack|reference|filter|template))$/;

/** The folders that a clone makes. What is cloned from this machine was here before. */
function clonesOf({ program, args }: Call): readonly string[] {
  if (program === "degit" || program === "giget") return operandsOf(args).slice(1, 2);
  const verb = args.findIndex((arg) => cloners.get(program)?.test(arg) === true);
  if (verb === -1) return [];
  const [address = "", folder] = args
    .slice(verb + 1)
    .filter((arg, at, all) => !arg.startsWith("-") && !valued.test(all[at - 1] ?? ""));
  if (address === "" || /^(?:[/.~]|file:)/.test(address)) return [];
  return [
    folder ??
      basename(address.replace(/\/+$/, ""))
        .replace(/\.git$/, "")
        .replace(/^.*:/, ""),
  ];
}
