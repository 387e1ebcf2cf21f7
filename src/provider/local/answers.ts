import { z } from "zod";

const tokens = z.number().int().min(1_024).max(10_000_000);

const PropsSchema = z.looseObject({
  default_generation_settings: z.looseObject({ n_ctx: z.number().optional() }),
});
const StudioSchema = z.looseObject({
  data: z.array(
    z.looseObject({
      id: z.string(),
      type: z.string(),
      state: z.string(),
      loaded_context_length: z.number().optional(),
      max_context_length: z.number().optional(),
    }),
  ),
});
const TagsSchema = z.looseObject({
  models: z.array(z.looseObject({ name: z.string(), model: z.string().optional() })),
});
const RunningSchema = z.looseObject({
  models: z.array(z.looseObject({ name: z.string(), context_length: z.number().optional() })),
});
const ShowSchema = z.looseObject({
  parameters: z.string().optional(),
  model_info: z.record(z.string(), z.unknown()).optional(),
  capabilities: z.array(z.string()).optional(),
});
const ListSchema = z.looseObject({ data: z.array(z.looseObject({ id: z.string(), owned_by: z.string().optional() })) });

export type ServedModel = {
  readonly id: string;
  /** In tokens; null: the server does not say. */
  readonly window: number | null;
  /** False: it cannot call tools. */
  readonly tools: boolean;
};

/** llama.cpp's `/props`: the context of one slot. `null`: this is no llama.cpp. */
export function readProps(answer: unknown): { readonly window: number | null } | null {
  const props = PropsSchema.safeParse(answer);
  return props.success ? { window: plausible(props.data.default_generation_settings.n_ctx) } : null;
}

/** LM Studio's `/api/v0/models`, those that talk, loaded ones first. */
export function readStudio(answer: unknown): readonly ServedModel[] | null {
  const list = StudioSchema.safeParse(answer);
  if (!list.success) return null;
  return list.data.data
    .filter(({ type }) => type !== "embeddings")
    .toSorted((one, other) => Number(other.state === "loaded") - Number(one.state === "loaded"))
    .map(({ id, loaded_context_length: loaded }) => ({ id, window: plausible(loaded), tools: true }));
}

/** Ollama's `/api/tags`. */
export function readTags(answer: unknown): readonly string[] | null {
  const list = TagsSchema.safeParse(answer);
  return list.success ? list.data.models.map(({ name }) => name) : null;
}

/** Ollama's `/api/ps`: with what window a model runs right now. */
export function readRunning(answer: unknown, model: string): number | null {
  const list = RunningSchema.safeParse(answer);
  return list.success ? plausible(list.data.models.find(({ name }) => name === model)?.context_length) : null;
}

/** Ollama's `/api/show`: what the model is run with, before what it was trained for. Null for one that does not talk. */
export function readShow(answer: unknown, id: string): ServedModel | null {
  const show = ShowSchema.safeParse(answer);
  if (!show.success) return { id, window: null, tools: true };
  const { parameters = "", model_info: info = {}, capabilities } = show.data;
  if (capabilities !== undefined && !capabilities.includes("completion")) return null;
  const set = /^num_ctx\s+(\d+)\s*$/m.exec(parameters)?.[1];
  const trained = Object.entries(info).find(([key]) => key.endsWith(".context_length"))?.[1];
  const window = plausible(set === undefined ? undefined : Number(set)) ?? plausible(trained);
  return { id, window, tools: capabilities?.includes("tools") ?? true };
}

type Listed = {
  readonly models: readonly ServedModel[];
  /** vLLM signs its models. */
  readonly owner: string | null;
};

const windowKeys = ["max_model_len", "context_length", "max_context_length", "context_window", "max_input_tokens"];

/** `/v1/models` of whoever speaks that format. */
export function readList(answer: unknown): Listed | null {
  const list = ListSchema.safeParse(answer);
  if (!list.success) return null;
  const models = list.data.data.map((row) => {
    const window = windowKeys.map((key) => plausible(row[key])).find((found) => found !== null) ?? null;
    return { id: row.id, window, tools: true };
  });
  return { models, owner: list.data.data[0]?.owned_by ?? null };
}

function plausible(value: unknown): number | null {
  const read = tokens.safeParse(value);
  return read.success ? read.data : null;
}
