import type { Runtime } from "../../domain/runtime.ts";
import { readList, readProps, readRunning, readShow, readStudio } from "./answers.ts";
import type { AskJson } from "./ask-json.ts";

export type ServedWindow = {
  readonly tokens: number;
  /** What is loaded with a window of its own may be loaded with another one tomorrow. */
  readonly lasts: boolean;
};

/** How large a window the server itself gives the model; null: it does not say. */
export async function servedWindow(
  { provider, model }: Pick<Runtime, "provider" | "model">,
  ask: AskJson,
): Promise<ServedWindow | null> {
  const own = asked.get(provider);
  if (own !== undefined) return (await own(model, ask)) ?? listed(model, ask);
  const answers = await Promise.all([...asked.values(), listed].map((question) => question(model, ask)));
  return answers.find((answer) => answer !== null) ?? null;
}

type Question = (model: string, ask: AskJson) => Promise<ServedWindow | null>;

/** In the order in which answers count where nobody knows which server it is. */
const asked: ReadonlyMap<string, Question> = new Map([
  ["llama.cpp", async (_, ask) => lasting(readProps(await ask("/props"))?.window ?? null)],
  ["lmstudio", async (model, ask) => loaded(model, await ask("/api/v0/models"))],
  ["ollama", async (model, ask) => ofOllama(model, ask)],
] satisfies readonly (readonly [string, Question])[]);

async function ofOllama(model: string, ask: AskJson): Promise<ServedWindow | null> {
  const [running, shown] = await Promise.all([ask("/api/ps"), ask("/api/show", { model })]);
  const tokens = readRunning(running, model);
  return tokens === null ? lasting(readShow(shown, model)?.window ?? null) : { tokens, lasts: false };
}

function loaded(model: string, answer: unknown): ServedWindow | null {
  const tokens = readStudio(answer)?.find(({ id }) => id === model)?.window ?? null;
  return tokens === null ? null : { tokens, lasts: false };
}

async function listed(model: string, ask: AskJson): Promise<ServedWindow | null> {
  return lasting(readList(await ask("/v1/models"))?.models.find(({ id }) => id === model)?.window ?? null);
}

function lasting(tokens: number | null): ServedWindow | null {
  return tokens === null ? null : { tokens, lasts: true };
}
