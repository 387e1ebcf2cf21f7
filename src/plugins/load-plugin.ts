import { isRecord } from "../text/is-record.ts";
import { realpathSync, statSync } from "node:fs";
import { extname, resolve, sep } from "node:path";
import { pathToFileURL } from "node:url";
import type { Clock } from "../domain/clock.ts";
import { pluginsPhrases as say } from "../text/phrases/plugins.ts";
import { isFunction, reasonOf } from "./foreign.ts";
import type { FoundPlugin } from "./manifest/discover.ts";
import type { PluginContext } from "./plugin.ts";
import type { Watch } from "./watch.ts";

const longestMs = 10_000;

export type LoadParts = {
  readonly clock: Clock;
  readonly watch: Watch;
  readonly signal: AbortSignal;
  /** Brings in a module; another one only in tests of what cannot be imported. */
  readonly importModule: (url: string) => Promise<unknown>;
};

/** Runs a plugin's entry and its register. Returns what went wrong, or null. */
export async function loadPlugin(
  plugin: FoundPlugin,
  context: PluginContext,
  { clock, watch, signal, importModule }: LoadParts,
): Promise<string | null> {
  const entry = entryOf(plugin);
  if (entry.kind === "problem") return entry.problem;
  const label = `plugin ${plugin.manifest.id}, register`;
  const work = async (): Promise<string | null> => {
    const register = registerIn(await watch.run(label, () => importModule(entry.url)));
    if (register === null) return say.noRegister;
    await watch.run(label, () => register(context));
    return null;
  };
  using deadline = clock.deadline(longestMs, signal);
  const late = new Promise<string>((stop) => {
    deadline.signal.addEventListener("abort", () => stop(say.registerLate(longestMs / 1_000)), { once: true });
  });
  return await Promise.race([work().catch(reasonOf), late]);
}

type Entry = { readonly kind: "entry"; readonly url: string } | { readonly kind: "problem"; readonly problem: string };

/** The file's time is part of its address, so that a reload sees what was edited. */
function entryOf({ folder, manifest, source }: FoundPlugin): Entry {
  const { entry } = manifest;
  const extension = extname(entry);
  if (![".js", ".mjs", ".ts"].includes(extension)) return problem(say.entryKind(entry));
  if (extension === ".ts" && source === "npm") return problem(say.npmShipsJavaScript(entry));
  const path = resolve(folder, entry);
  const stats = statSync(path, { throwIfNoEntry: false });
  const isInside = stats?.isFile() === true && realpathSync(path).startsWith(realpathSync(folder) + sep);
  if (!isInside) return problem(say.entryOutside(entry));
  return { kind: "entry", url: `${pathToFileURL(realpathSync(path)).href}?changed=${Math.trunc(stats.mtimeMs)}` };
}

/** What can be seen of its entry without running it; null: nothing is wrong. */
export function entryProblem(plugin: FoundPlugin): string | null {
  const entry = entryOf(plugin);
  return entry.kind === "problem" ? entry.problem : null;
}

function registerIn(module: unknown): ((context: PluginContext) => unknown) | null {
  const plugin = isRecord(module) ? module["default"] : null;
  const register = isRecord(plugin) ? plugin["register"] : null;
  return isFunction(register) ? (context) => register.call(plugin, context) : null;
}

function problem(text: string): Entry {
  return { kind: "problem", problem: text };
}
