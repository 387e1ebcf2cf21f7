import type { HttpTransport } from "../../domain/http.ts";
import type { Runtime } from "../../domain/runtime.ts";
import { credentialHeader } from "../client/http-request.ts";
import { readList } from "../local/answers.ts";
import { askJson } from "../local/ask-json.ts";
import { isKnownModel, modelFacts } from "./models.ts";
import { listedPrices } from "./prices.ts";
import type { ListedModel, RegistryFile } from "./registry.ts";

/** A model somebody can choose, with what is known of it. */
export type OfferedModel = {
  readonly id: string;
  readonly window: number | null;
  readonly prices: { readonly input: number; readonly output: number } | null;
};

type Place = {
  readonly runtime: Pick<Runtime, "provider" | "baseUrl" | "apiMode" | "credential" | "headers">;
  readonly transport: HttpTransport;
  readonly registry: RegistryFile | null;
};

const mute = /embed|whisper|tts|dall-e|moderation|transcribe|realtime|gpt-image|-audio|rerank|sora|imagen|veo/i;

/** What the endpoint says it has, else what the list that was fetched last says; empty where nobody knows. */
export async function offeredModels(place: Place, signal: AbortSignal): Promise<readonly OfferedModel[]> {
  const { runtime, registry } = place;
  const listed = registry?.providers[runtime.provider] ?? {};
  const served = await askEndpoint(place, signal);
  const ids = served.length > 0 ? served : Object.keys(listed).map((id) => ({ id, window: null }));
  return ids
    .filter(({ id }) => !mute.test(id))
    .map(({ id, window }) => described(runtime.provider, id, window, listed[id] ?? null))
    .toSorted((one, other) => one.id.localeCompare(other.id, "en", { numeric: true }));
}

async function askEndpoint({ runtime, transport }: Place, signal: AbortSignal) {
  const isAnthropic = runtime.apiMode === "anthropic_messages";
  const version: Readonly<Record<string, string>> = isAnthropic ? { "anthropic-version": "2023-06-01" } : {};
  const headers = { ...version, ...credentialHeader(runtime), ...runtime.headers };
  const ask = askJson({ transport, root: runtime.baseUrl, headers }, signal);
  const models = readList(await ask(isAnthropic ? "/models?limit=1000" : "/models"))?.models ?? [];
  return models.map(({ id, window }) => ({ id: id.replace(/^models\//, ""), window })); // as Gemini writes them
}

function described(provider: string, id: string, window: number | null, listed: ListedModel | null): OfferedModel {
  const known = listed?.contextLength ?? (isKnownModel(id) ? modelFacts(id).contextLength : null);
  const prices = listed?.prices ?? listedPrices(provider, id);
  return {
    id,
    window: window ?? known,
    prices: prices === null ? null : { input: prices.input, output: prices.output },
  };
}
