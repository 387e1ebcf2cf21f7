import { existsSync } from "node:fs";
import { basename } from "node:path";
import { programOf } from "../../shell/simple-command.ts";
import { changesOf } from "./changes.ts";
import { pathsOf } from "./paths-of.ts";
import { downloaders } from "./remote-code.ts";
import { operandsOf, valuesOf, type Call, type RulePlace } from "./rule.ts";

type Where = Pick<RulePlace, "cwds" | "paths">;

/** Whether a path is, or will be, something that the same text brings in from the network. */
export function fetchedBy(calls: readonly Call[], where: Where): ((path: string) => boolean) | null {
  const cloned = calls.flatMap((call) => clonesOf(call)).flatMap((folder) => pathsOf(folder, where));
  const files = new Set(calls.filter(downloads).flatMap((call) => changed(call, "overwritten", where)));
  const unpacked = calls.filter((call) => opens(call, files, where)).flatMap((call) => changed(call, "filled", where));
  if (cloned.length + files.size + unpacked.length === 0) return null;
  return (path) =>
    files.has(path) ||
    cloned.some((folder) => isInside(path, folder)) ||
    (unpacked.some((folder) => isInside(path, folder)) && !existsSync(path));
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
function opens(call: Call, files: ReadonlySet<string>, where: Where): boolean {
  if (downloads(call)) return true;
  const read = [...operandsOf(call.args), ...valuesOf(call.args, "f", ["file"]), ...call.readsFrom];
  return read.some((word) => pathsOf(word, where).some((path) => files.has(path)));
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
