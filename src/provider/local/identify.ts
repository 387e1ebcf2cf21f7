import { type ServedModel, readList, readProps, readShow, readStudio, readTags } from "./answers.ts";
import type { AskJson } from "./ask-json.ts";

/** The id of a row of the catalogue. */
export type LocalKind = "ollama" | "lmstudio" | "llama.cpp" | "vllm" | "custom";

export type Identified = { readonly kind: LocalKind; readonly models: readonly ServedModel[] };

const mostAsked = 24; // a shelf of models must not become a hundred requests

/**
 * Which server this is, by what it answers and not by its port. llama.cpp comes first: it answers some of Ollama's
 * questions too. null: none that serves models.
 */
export async function identify(ask: AskJson): Promise<Identified | null> {
  const [props, studio, tags, list] = await Promise.all([
    ask("/props"),
    ask("/api/v0/models"),
    ask("/api/tags"),
    ask("/v1/models"),
  ]);
  const listed = readList(list);
  const slot = readProps(props);
  if (slot !== null && listed !== null) {
    return { kind: "llama.cpp", models: listed.models.map((model) => ({ ...model, window: slot.window })) };
  }
  const loaded = readStudio(studio);
  if (loaded !== null) return { kind: "lmstudio", models: loaded };
  const names = readTags(tags);
  if (names !== null) return { kind: "ollama", models: await shown(names, ask) };
  if (listed === null) return null;
  return { kind: listed.owner === "vllm" ? "vllm" : "custom", models: listed.models };
}

async function shown(names: readonly string[], ask: AskJson): Promise<readonly ServedModel[]> {
  const models = await Promise.all(
    names.slice(0, mostAsked).map(async (model) => readShow(await ask("/api/show", { model }), model)),
  );
  const further = names.slice(mostAsked).map((id) => ({ id, window: null, tools: true }));
  return [...models.filter((model) => model !== null), ...further];
}
