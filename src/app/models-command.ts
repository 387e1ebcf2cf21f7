import type { CommandCall } from "../commands/command.ts";
import { modelRuns, type KnownModel, type ModelRuns, type Refreshed } from "../commands/models/model-runs.ts";
import { noLog } from "../domain/log.ts";
import { createModelMemory } from "../provider/catalog/model-memory.ts";
import { parseRegistry } from "../provider/catalog/parse-registry.ts";
import { pricesAsOf } from "../provider/catalog/prices.ts";
import { readRegistry, writeRegistry } from "../provider/catalog/registry.ts";
import { resolveKeyless } from "../provider/resolve-runtime.ts";
import { modelsPhrases as say } from "../text/phrases/models.ts";
import { runtimeInputs } from "./choose-runtime.ts";
import { openSettings, refused, type OpenSettings, type Refusal } from "./open-settings.ts";

const publicList = "https://models.dev/api.json";
const longestChars = 20_000_000;
const freshMs = 90 * 24 * 3_600_000;

export function modelCommandRuns(): ModelRuns {
  return modelRuns({ look, refresh });
}

async function look({ context }: CommandCall, model: string | null): Promise<KnownModel | Refusal> {
  const opened = await openSettings(context);
  if (opened.kind === "refused") return opened;
  const found = resolveKeyless(runtimeInputs(opened, { model, provider: null }));
  if (found.kind === "problem") return refused(found.problem.message, found.problem.exitCode);
  const runtime = found.value;
  const { home } = opened;
  const asOf = priceDay(opened, runtime.provider, runtime.model);
  const isOld = asOf !== null && context.clock.now() - Date.parse(asOf) > freshMs;
  const memory = createModelMemory({ home: home.path, clock: context.clock, log: noLog });
  return { kind: "known", runtime, asOf, isOld, factor: memory.factors.get(runtime) };
}

function priceDay({ home, settings }: OpenSettings, provider: string, model: string): string | null {
  if (settings.providers[provider]?.models?.[model]?.prices !== undefined) return null;
  const registry = readRegistry(home.path);
  return registry?.providers[provider]?.[model]?.prices ? registry.asOf : pricesAsOf;
}

/** Only when a person asks for it: nothing is fetched behind their back. */
async function refresh({ context }: CommandCall): Promise<Refreshed | Refusal> {
  const opened = await openSettings(context);
  if (opened.kind === "refused") return opened;
  const address = context.env["HERMES_MODELS_URL"] ?? publicList;
  const known = readRegistry(opened.home.path);
  try {
    const headers: Record<string, string> = known?.etag ? { "if-none-match": known.etag } : {};
    const response = await fetch(address, { headers, signal: context.signal });
    if (response.status === 304) return { kind: "unchanged" };
    if (!response.ok) return { kind: "failed", address, why: `HTTP ${response.status}` };
    const text = await response.text();
    const providers = text.length > longestChars ? null : parseRegistry(text);
    if (providers === null) return { kind: "failed", address, why: say.noList };
    const asOf = new Date(context.clock.now()).toISOString().slice(0, 10);
    writeRegistry(opened.home.path, { asOf, etag: response.headers.get("etag"), providers });
    const models = Object.values(providers).reduce((sum, list) => sum + Object.keys(list).length, 0);
    return { kind: "refreshed", models, providers: Object.keys(providers).length, address };
  } catch (error) {
    return { kind: "failed", address, why: error instanceof Error ? error.message : String(error) };
  }
}
