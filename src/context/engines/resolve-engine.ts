import { pluginsPhrases } from "../../text/phrases/plugins.ts";

/** Somebody's engine under the name it answers to. */
type OfferedEngine<Factory> = { readonly name: string; readonly factory: Factory };

export type EngineOffer<Factory> = {
  /** `context.engine`. */
  readonly wanted: string;
  readonly builtIn: { readonly compressor: Factory } & Readonly<Record<string, Factory | undefined>>;
  /** Of plugins that are enabled and loaded; an earlier one wins. */
  readonly plugged: readonly OfferedEngine<Factory>[];
  /** Why no plugin answers, where that is known. */
  readonly why: string | null;
};

/** The engine of a session, in the order of context-and-caching 1.2; there is always one. */
export function resolveEngine<Factory>({ wanted, builtIn, plugged, why }: EngineOffer<Factory>): {
  readonly factory: Factory;
  readonly warning: string | null;
} {
  if (wanted === "") return { factory: builtIn.compressor, warning: null };
  const own = Object.hasOwn(builtIn, wanted) ? builtIn[wanted] : undefined;
  const found = own ?? plugged.find(({ name }) => name === wanted)?.factory;
  if (found !== undefined) return { factory: found, warning: null };
  return { factory: builtIn.compressor, warning: pluginsPhrases.engineNotFound(wanted, why) };
}
