import { cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { z } from "zod";
import { ensurePrivateFolder } from "../../disk/folders.ts";
import { pluginsPhrases as say } from "../../text/phrases/plugins.ts";
import type { Manifest } from "../manifest/manifest.ts";
import { readPluginFolder } from "../manifest/read-folder.ts";
import type { InstallSource } from "./install-source.ts";
import type { Origin } from "./installed-book.ts";
import { runProgram, type ProgramRun } from "./run-program.ts";

export type InstallDeps = Omit<ProgramRun, "cwd"> & {
  readonly home: string;
  /** This id must come out, and may be there already. */
  readonly replaces: string | null;
};

export type Installed = { readonly id: string; readonly origin: Origin };

/** Fetches a plugin and puts it where discovery finds it. Nothing of it runs. Throws with the reason. */
export async function installPlugin(source: InstallSource, deps: InstallDeps): Promise<Installed> {
  const root = join(deps.home, "plugins");
  ensurePrivateFolder(root);
  if (source.kind === "npm") return fromNpm(source.spec, root, deps);
  const staging = mkdtempSync(join(root, ".staging-"));
  try {
    const commit = source.kind === "git" ? await clone(source, staging, deps) : copy(source.path, staging);
    const { id, version } = await manifestIn(join(staging, "it"), deps.replaces);
    moveInto(join(root, id), join(staging, "it"), deps.replaces === id);
    const spec = source.kind === "git" ? gitSpec(source) : source.path;
    return { id, origin: { from: source.kind, spec, version, ...(commit === null ? {} : { commit }) } };
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

function gitSpec({ url, ref }: Extract<InstallSource, { kind: "git" }>): string {
  return `git+${url}${ref === null ? "" : `#${ref}`}`;
}

/** The repository's own hooks and submodules have no say; the commit is named whole. */
async function clone(
  { url, ref }: Extract<InstallSource, { kind: "git" }>,
  staging: string,
  deps: InstallDeps,
): Promise<string> {
  const env = { ...deps.env, GIT_TERMINAL_PROMPT: "0" };
  const git = (...args: readonly string[]): Promise<string> => runProgram("git", args, { ...deps, env, cwd: staging });
  const careful = ["-c", "core.hooksPath=/dev/null", "-c", "protocol.ext.allow=never"];
  await git(...careful, "clone", "--quiet", "--no-recurse-submodules", "--", url, "it");
  if (ref !== null) await git(...careful, "-C", "it", "checkout", "--quiet", "--detach", ref, "--");
  const commit = await git("-C", "it", "rev-parse", "HEAD");
  rmSync(join(staging, "it", ".git"), { recursive: true, force: true });
  return commit;
}

function copy(path: string, staging: string): null {
  cpSync(path, join(staging, "it"), { recursive: true, filter: (from) => basename(from) !== ".git" });
  return null;
}

async function manifestIn(folder: string, wanted: string | null): Promise<Manifest> {
  const reading = await readPluginFolder(folder);
  if (reading === null) throw new Error(say.noManifest);
  if (reading.kind === "problem") throw new Error(reading.problem);
  const { manifest } = reading;
  if (wanted !== null && manifest.id !== wanted) throw new Error(say.otherId(manifest.id, wanted));
  if (!existsSync(join(folder, manifest.entry))) throw new Error(say.entryOutside(manifest.entry));
  return manifest;
}

function moveInto(target: string, from: string, mayReplace: boolean): void {
  if (existsSync(target) && !mayReplace) throw new Error(say.alreadyThere(basename(target)));
  rmSync(target, { recursive: true, force: true });
  renameSync(from, target);
}

const PackageSchema = z.looseObject({ dependencies: z.record(z.string(), z.string()).default({}) });
const quiet = ["--ignore-scripts", "--save-exact", "--no-audit", "--no-fund", "--loglevel=error"];

/** npm puts packages beside each other; whatever it installs runs no script. */
async function fromNpm(spec: string, root: string, deps: InstallDeps): Promise<Installed> {
  const before = dependenciesIn(root);
  await runProgram("npm", ["install", "--prefix", root, ...quiet, spec], { ...deps, cwd: root });
  const after = dependenciesIn(root);
  const name =
    Object.keys(after).find((each) => before[each] !== after[each]) ??
    Object.keys(after).find(
      (each) => spec === each || spec.startsWith(`${each}@`) || after[each]?.endsWith(basename(spec)) === true,
    );
  if (name === undefined) throw new Error(say.noManifest);
  try {
    const { id, version } = await manifestIn(join(root, "node_modules", name), deps.replaces);
    return { id, origin: { from: "npm", spec, version, package: name } };
  } catch (error) {
    if (before[name] === undefined) await uninstallPackage(name, deps); // it is no plugin: out with it
    throw error;
  }
}

export async function uninstallPackage(name: string, deps: Omit<InstallDeps, "replaces">): Promise<void> {
  const root = join(deps.home, "plugins");
  await runProgram("npm", ["uninstall", "--prefix", root, ...quiet, "--", name], { ...deps, cwd: root });
}

function dependenciesIn(root: string): Readonly<Record<string, string>> {
  const path = join(root, "package.json");
  return existsSync(path) ? PackageSchema.parse(JSON.parse(readFileSync(path, "utf8"))).dependencies : {};
}
