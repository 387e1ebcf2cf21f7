import { foreignEngine } from "../context/engines/foreign-engine.ts";
import { resolveEngine } from "../context/engines/resolve-engine.ts";
import type { Clock } from "../domain/clock.ts";
import type { ContextEngine } from "../domain/context-engine.ts";
import type { Log } from "../domain/log.ts";
import type { LoadedPlugins } from "../plugins/load-plugins.ts";
import { isFunction, reasonOf } from "../plugins/foreign.ts";
import { settleEngines, type PluggedEngine } from "../plugins/settle.ts";
import { watchedObject, type Watch } from "../plugins/watch.ts";
import { pluginsPhrases as say } from "../text/phrases/plugins.ts";
import type { EngineFactory } from "../domain/engine-context.ts";

type EngineParts = {
  readonly wanted: string;
  readonly builtIn: { readonly compressor: EngineFactory };
  readonly clock: Clock;
  readonly log: Log;
  readonly watch: Watch;
  readonly notice: (text: string) => void;
};

/** The engine that `context.engine` names, wherever it comes from. What a plugin cannot deliver is said once. */
export function chooseEngine(loaded: LoadedPlugins, parts: EngineParts): EngineFactory {
  const { wanted, builtIn, notice } = parts;
  const engines = settleEngines(loaded.registrations);
  for (const text of engines.warnings) notice(text);
  const plugged = engines.value.map((each) => ({ name: each.name, factory: makerOf(each, parts) }));
  const { factory, warning } = resolveEngine<EngineFactory>({ wanted, builtIn, plugged, why: whyNot(wanted, loaded) });
  if (warning !== null) notice(warning);
  return factory;
}

function whyNot(wanted: string, { chosen, failures }: LoadedPlugins): string | null {
  const out = chosen.find(({ plugin, standing }) => plugin.manifest.id === wanted && standing.kind === "stays-out");
  return failures.get(wanted) ?? (out?.standing.kind === "stays-out" ? out.standing.why : null);
}

function makerOf({ name, pluginId, factory }: PluggedEngine, parts: EngineParts): EngineFactory {
  const { clock, log, watch, builtIn, notice } = parts;
  const label = `plugin ${pluginId}, context engine`;
  let told = false;
  return (context) => {
    const { runtime } = context;
    try {
      const made: ContextEngine = watch.run(label, () => factory(context));
      const problem = problemWith(made, name);
      if (problem !== null) throw new Error(problem);
      made.updateModel?.(runtime);
      return foreignEngine(watchedObject(made, label, watch), { clock, log, runtime });
    } catch (error) {
      if (!told) notice(say.engineNotFound(name, say.brokenFactory("context engine", pluginId, reasonOf(error))));
      told = true; // children ask again
      return builtIn.compressor(context);
    }
  };
}

/** What a plugin returns may be anything. */
function problemWith(made: ContextEngine, name: string): string | null {
  const members: readonly unknown[] = [made.compress, made.shouldCompress, made.updateFromResponse];
  if (!members.every(isFunction)) return say.notAnEngine;
  return made.name === name ? null : say.calledOtherwise(made.name);
}
