import type { Settings } from "../config/schema/settings.ts";
import { createCompressor } from "../context/compressor/compressor.ts";
import type { EngineFactory } from "../domain/engine-context.ts";
import type { Runtime } from "../domain/runtime.ts";
import { type RouteParts, routeOf } from "../provider/auxiliary/candidates.ts";
import type { SummaryRoute } from "../session/choose-summary-path.ts";
import type { EngineSeat } from "../session/engine-seat.ts";
import type { CompressionSettings } from "../session/session-deps.ts";
import type { ModelMemory } from "../provider/catalog/model-memory.ts";

type BuiltInEngines = { readonly compressor: EngineFactory; readonly lcm?: EngineFactory };

const breathe = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** The engines that are built in, by name; of those the settings do not name, only the one that every session can fall back on. */
export async function builtInEngines(settings: Settings): Promise<BuiltInEngines> {
  const compressor: EngineFactory = (context) => {
    const engine = createCompressor({ ...context, settings: settings.compression });
    const stored = () => ({ sessionId: context.sessionId(), idOf: context.rowOf });
    return { ...engine, compress: (request) => engine.compress({ ...request, ...stored() }) };
  };
  return settings.context.engine === "lcm" ? { compressor, lcm: await lossless(settings) } : { compressor };
}

async function lossless({ compression }: Settings): Promise<EngineFactory> {
  const { createLcm } = await import("../context/lcm/lcm.ts");
  return (context) => createLcm({ ...context, settings: compression, breathe });
}

type Parts = {
  readonly settings: Settings;
  readonly models: ModelMemory;
  readonly seat: EngineSeat;
  readonly inputs: RouteParts["inputs"];
};

export function compressionSettings({ settings, models, seat, inputs }: Parts): CompressionSettings {
  const { compression } = settings;
  return {
    seat,
    enabled: compression.enabled,
    threshold: compression.threshold,
    targetRatio: compression.target_ratio,
    maxRounds: compression.max_attempts,
    lockTtlMs: compression.lock_ttl_seconds * 1_000,
    learned: models.windows,
    setting: compression.summary_path,
    routeFor: summaryRoutes(settings, { inputs, chain: settings.fallback_providers }),
    hygiene: {
      mostMessages: compression.hygiene_hard_message_limit,
      quietMs: compression.hygiene_timeout_seconds * 1_000,
      restMs: compression.hygiene_failure_cooldown_seconds * 1_000,
    },
    idleAfterMs: compression.idle_compact_after_seconds * 1_000,
  };
}

/** Who would be asked for a summary first; looked up once per runtime. */
function summaryRoutes({ auxiliary }: Settings, parts: RouteParts): (runtime: Runtime) => SummaryRoute {
  const known = new WeakMap<Runtime, SummaryRoute>();
  const task = auxiliary.compression;
  const never = { messages: [], onUsage: () => undefined, signal: new AbortController().signal };
  return (runtime) => {
    const found = known.get(runtime);
    if (found !== undefined) return found;
    const { candidates } = routeOf("compression", { ...never, runtime }, task, parts);
    const first = candidates.map(({ find }) => find()).find((one) => one !== null) ?? null;
    const route = { named: task.model !== "", runtime: first };
    known.set(runtime, route);
    return route;
  };
}
