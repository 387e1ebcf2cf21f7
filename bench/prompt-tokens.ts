import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { ChatCompletionFunctionDefinition } from "gpt-tokenizer/functionCalling";
import { countChatCompletionTokens, countTokens } from "gpt-tokenizer/model/gpt-4o";
import { z } from "zod";
import type { Bench } from "./compare.ts";
import type { Figure } from "./figures.ts";

const Body = z.object({
  messages: z.tuple([z.object({ role: z.literal("system"), content: z.string() })], z.unknown()),
  tools: z.array(z.object({ function: z.custom<ChatCompletionFunctionDefinition>() })),
});
const Meta = z.object({ layers: z.array(z.object({ id: z.string(), bytes: z.number() })) });

type Sent = { readonly system: string; readonly tools: readonly ChatCompletionFunctionDefinition[] };

/** What every request carries before anybody has said a word, as a fresh home sends it; o200k, in chat form. */
export async function promptFigures(bench: Bench): Promise<readonly Figure[]> {
  const sent = await firstRequest(bench);
  const all = tokensOf(sent);
  return [
    tokens("fixed prompt", all),
    tokens("  system prompt", tokensOf({ ...sent, tools: [] })),
    ...layersOf(sent.system, bench).map(({ id, text }) => tokens(`    ${id}`, countTokens(text))),
    tokens("  tool schemas", all - tokensOf({ ...sent, tools: [] })),
    ...sent.tools.map((tool) =>
      tokens(`    ${tool.name}`, all - tokensOf({ ...sent, tools: sent.tools.filter((other) => other !== tool) })),
    ),
  ];
}

async function firstRequest({ server, scratch }: Bench): Promise<Sent> {
  server.expect(0);
  await scratch.ours(scratch.question(0))(false);
  const { messages, tools } = Body.parse(JSON.parse(server.lastBody()));
  return { system: messages[0].content, tools: tools.map((tool) => tool.function) };
}

function tokensOf({ system, tools }: Sent): number {
  const messages = [{ role: "system", content: system }] as const;
  const count = countChatCompletionTokens?.({ messages, ...(tools.length === 0 ? {} : { functions: tools }) });
  if (count === undefined) throw new Error("the tokenizer does not know the chat form");
  return count;
}

/** The store remembers how long each layer is, in order; two line breaks stand between them. */
function layersOf(system: string, { scratch }: Bench): readonly { readonly id: string; readonly text: string }[] {
  using db = new DatabaseSync(join(scratch.folder, ".hermes", "hermes.db"), { readOnly: true });
  const row = db.prepare("SELECT prompt_meta FROM sessions ORDER BY started_at DESC LIMIT 1").get();
  const { layers } = Meta.parse(JSON.parse(z.string().parse(row?.["prompt_meta"])));
  const bytes = Buffer.from(system);
  let start = 0;
  return layers.map(({ id, bytes: length }) => {
    const text = bytes.subarray(start, start + length).toString("utf8");
    start += length + 2;
    return { id, text };
  });
}

function tokens(name: string, ours: number): Figure {
  return { name, unit: "tokens", ours, bare: null, limit: null };
}
