import type { ContextEngine } from "../../domain/context-engine.ts";

export type EngineFailed = (method: string, error: unknown) => void;

/**
 * An engine may be anybody's: what it throws is reported once for each member, and it has said nothing. Only whoever
 * starts a round sees its end. Members it does not have stay absent.
 */
export function guardedEngine(engine: ContextEngine, failed: EngineFailed): ContextEngine {
  const told = new Set<string>();
  const tell = (method: string, error: unknown): void => {
    if (!told.has(method)) failed(method, error);
    told.add(method);
  };
  const ask = <T>(method: string, work: () => T, otherwise: T): T => {
    try {
      return work();
    } catch (error) {
      tell(method, error);
      return otherwise;
    }
  };
  const wait = async <T>(method: string, work: () => Promise<T> | T, otherwise: T): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      tell(method, error);
      return otherwise;
    }
  };
  const { name, selectContext, shouldCompressPreflight, hasContentToCompress, preview, getStatus } = engine;
  const { onTurnComplete, onSessionStart, onSessionEnd, onSessionReset } = engine;
  return {
    name,
    compress: (request) => engine.compress(request),
    updateFromResponse: (usage) => ask("updateFromResponse", () => engine.updateFromResponse(usage), undefined),
    shouldCompress: (tokens, carried) =>
      ask("shouldCompress", () => engine.shouldCompress(tokens, carried), { yes: false }),
    updateModel: (runtime) => ask("updateModel", () => engine.updateModel?.(runtime), undefined),
    ...(selectContext && {
      selectContext: (list, request) =>
        wait("selectContext", () => engine.selectContext?.(list, request) ?? null, null),
    }),
    ...(shouldCompressPreflight && {
      shouldCompressPreflight: (list) =>
        ask("shouldCompressPreflight", () => engine.shouldCompressPreflight?.(list) ?? false, false),
    }),
    ...(hasContentToCompress && {
      hasContentToCompress: (list) =>
        ask("hasContentToCompress", () => engine.hasContentToCompress?.(list) ?? true, true),
    }),
    ...(preview && { preview: (request) => ask("preview", () => engine.preview?.(request) ?? null, null) }),
    ...(getStatus && { getStatus: () => ask("getStatus", () => engine.getStatus?.() ?? null, null) }),
    ...(onTurnComplete && {
      onTurnComplete: (list, usage, meta) =>
        wait("onTurnComplete", () => engine.onTurnComplete?.(list, usage, meta), undefined),
    }),
    ...(onSessionStart && {
      onSessionStart: (id, meta) => wait("onSessionStart", () => engine.onSessionStart?.(id, meta), undefined),
    }),
    ...(onSessionEnd && {
      onSessionEnd: (id, list) => wait("onSessionEnd", () => engine.onSessionEnd?.(id, list), undefined),
    }),
    ...(onSessionReset && { onSessionReset: () => ask("onSessionReset", () => engine.onSessionReset?.(), undefined) }),
  };
}
