import type { ContextEngine } from "../../domain/context-engine.ts";

export type EngineFailed = (method: string, error: unknown) => void;

/** An engine may be anybody's: what it throws is reported, and it has said nothing. Whoever starts a round sees its end. */
export function guardedEngine(engine: ContextEngine, failed: EngineFailed): ContextEngine {
  const ask = <T>(method: string, work: () => T, otherwise: T): T => {
    try {
      return work();
    } catch (error) {
      failed(method, error);
      return otherwise;
    }
  };
  return {
    name: engine.name,
    compress: (request) => engine.compress(request),
    updateFromResponse: (usage) => ask("updateFromResponse", () => engine.updateFromResponse(usage), undefined),
    shouldCompress: (tokens, carried) =>
      ask("shouldCompress", () => engine.shouldCompress(tokens, carried), { yes: false }),
    updateModel: (runtime) => ask("updateModel", () => engine.updateModel?.(runtime), undefined),
  };
}
