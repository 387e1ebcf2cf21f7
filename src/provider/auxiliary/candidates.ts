import type { AuxiliaryRequest, AuxiliaryTask } from "../../domain/auxiliary.ts";
import type { Runtime } from "../../domain/runtime.ts";
import { catalog } from "../catalog/catalog.ts";
import { type FallbackEntry, usableEntries } from "../fallback/entries.ts";
import { type EntryInputs, resolveEntry } from "../fallback/resolve-entry.ts";
import { firstSaid, type Resolved } from "../resolve/model-settings.ts";
import { resolveRuntime } from "../resolve-runtime.ts";
import { leastContext, type TaskSettings } from "./task-settings.ts";

/** A runtime to ask, found only when its turn comes; null when there is none behind the name. */
type Candidate = { readonly find: () => Runtime | null; readonly timeoutMs: number | null };

export type Route = {
  /** Somebody named the provider: then nobody else is discovered, and a refused key is an answer. */
  readonly explicit: boolean;
  readonly candidates: readonly Candidate[];
};

export type RouteParts = {
  readonly inputs: EntryInputs;
  /** `fallback_providers`. */
  readonly chain: readonly FallbackEntry[];
};

/**
 * Who is asked for a task, in order: call arguments, then the task's settings, then `auto`. For a summary nobody with
 * a narrow window is found who was not named; an image is shown only to models known to see, or named for the task.
 */
export function routeOf(
  task: AuxiliaryTask,
  request: AuxiliaryRequest,
  settings: TaskSettings,
  parts: RouteParts,
): Route {
  const own = usableEntries(settings.fallback_chain).map((entry, index) => ({
    find: () => found(resolveEntry(entry, `auxiliary.${task}.fallback_chain[${index}]`, parts.inputs)),
    timeoutMs: entry.timeout === undefined ? null : entry.timeout * 1_000,
  }));
  const named = namedEntry(task, request, settings, parts.inputs);
  const main = plain(() => request.runtime);
  const wide = (list: readonly Candidate[]) =>
    list.map((one) => only(one, ({ contextLength }) => contextLength >= leastContext(task)));
  const sees = (list: readonly Candidate[]) =>
    task === "vision" ? list.map((one) => only(one, ({ traits }) => traits.vision)) : list;
  // what a person chose reads a long text in pieces if it must
  if (named !== null) return { explicit: true, candidates: [plain(named), ...own, ...wide(sees([main]))] };
  const first = plain(() => withModel(request, settings, parts.inputs));
  const rest = [...mainChain(parts), ...discovered(parts.inputs)];
  const chosen = firstSaid(request.choice?.model, settings.model) === null ? wide(sees([first])) : sees([first]);
  return { explicit: false, candidates: [...chosen, ...own, ...wide(sees(rest))] };
}

function plain(find: () => Runtime | null): Candidate {
  return { find, timeoutMs: null };
}

function only({ find, timeoutMs }: Candidate, isFit: (runtime: Runtime) => boolean): Candidate {
  return {
    timeoutMs,
    find: () => {
      const runtime = find();
      return runtime !== null && isFit(runtime) ? runtime : null;
    },
  };
}

/** An address beats a provider; with an address the key is the task's or OPENAI_API_KEY, never an aggregator's. */
function namedEntry(
  task: AuxiliaryTask,
  { choice = {}, runtime }: AuxiliaryRequest,
  settings: TaskSettings,
  inputs: EntryInputs,
): (() => Runtime | null) | null {
  const asked = firstSaid(choice.baseUrl, choice.provider) !== null;
  const url = asked ? firstSaid(choice.baseUrl) : firstSaid(settings.base_url);
  const provider = asked ? firstSaid(choice.provider) : firstSaid(settings.provider);
  if (url === null && provider === null) return null;
  const model = firstSaid(choice.model, settings.model);
  const entry = { provider: "custom", model: model ?? runtime.model, ...(asked ? {} : taskKey(settings)) };
  const label = `auxiliary.${task}`;
  if (url === null) return () => found(ofProvider({ ...entry, provider: provider ?? "" }, model, label, inputs));
  const key = "api_key" in entry || "key_env" in entry ? {} : openAiKey(inputs);
  return () => found(resolveEntry({ ...entry, ...key, base_url: url }, label, inputs));
}

function taskKey({ api_key: key, key_env: variable, api_mode: mode }: TaskSettings): Partial<FallbackEntry> {
  return {
    api_mode: mode,
    ...(firstSaid(key) === null ? {} : { api_key: key }),
    ...(firstSaid(variable) === null ? {} : { key_env: variable }),
  };
}

function openAiKey({ secret }: EntryInputs): Partial<FallbackEntry> {
  return firstSaid(secret("OPENAI_API_KEY")) === null ? {} : { key_env: "OPENAI_API_KEY" };
}

/** Without a model, the provider's own default. */
function ofProvider(entry: FallbackEntry, model: string | null, label: string, inputs: EntryInputs): Resolved<Runtime> {
  if (model !== null) return resolveEntry(entry, label, inputs);
  const environment = { model: null, provider: null };
  const named = resolveRuntime({ ...inputs, choice: { provider: entry.provider }, environment });
  return named.kind === "ok" ? resolveEntry({ ...entry, model: named.value.model }, label, inputs) : named;
}

/** The turn's runtime, or another model at its address with its key. */
function withModel({ runtime, choice }: AuxiliaryRequest, settings: TaskSettings, inputs: EntryInputs): Runtime | null {
  const model = firstSaid(choice?.model, settings.model);
  if (model === null || model === runtime.model) return runtime;
  const { provider, baseUrl, credential } = runtime;
  const key = credential === null ? {} : { api_key: credential.secret.reveal() };
  const other = found(resolveEntry({ provider, model, base_url: baseUrl, ...key }, "", inputs));
  return other === null ? null : { ...other, credential, headers: runtime.headers };
}

function mainChain({ chain, inputs }: RouteParts): readonly Candidate[] {
  return usableEntries(chain).map((entry, index) =>
    plain(() => found(resolveEntry(entry, `fallback_providers[${index}]`, inputs))),
  );
}

/** OpenRouter, Nous, the configured address, then whoever has a key and a default model. */
function discovered(inputs: EntryInputs): readonly Candidate[] {
  const order = ["openrouter", "nous", "custom"];
  const others = catalog.filter(({ id, keyless }) => !keyless && !order.includes(id)).map(({ id }) => id);
  const environment = { model: null, provider: null };
  return [...order, ...others].map((provider) =>
    plain(() => {
      const model = provider === "custom" ? inputs.settings.model.default : undefined;
      return found(resolveRuntime({ ...inputs, choice: { provider, model }, environment }));
    }),
  );
}

function found(resolution: Resolved<Runtime>): Runtime | null {
  return resolution.kind === "ok" ? resolution.value : null;
}
