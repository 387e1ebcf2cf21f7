import { z } from "zod";
import { cutAtWord } from "../../../text/code-points.ts";
import { baseContextText } from "./base-context.ts";
import { levelFor } from "./dialectic.ts";
import type { HonchoClient } from "./honcho-client.ts";

const text = z.string().trim().min(1);
const longestSearch = 8_000; // 2,000 tokens
const wholeContextTokens = 4_000;

type Answer = Readonly<Record<string, unknown>>;
type HonchoTool = {
  readonly description: string;
  readonly input: z.ZodObject;
  readonly run: (args: unknown, client: HonchoClient) => Promise<Answer>;
};

function tool<Input extends z.ZodObject>(
  description: string,
  input: Input,
  run: (args: z.output<Input>, client: HonchoClient) => Promise<Answer>,
): HonchoTool {
  const checked = async (args: unknown, client: HonchoClient): Promise<Answer> => {
    const read = input.safeParse(args);
    if (read.success) return run(read.data, client);
    return {
      error: `Invalid arguments: ${read.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; ")}`,
    };
  };
  return { description, input, run: checked };
}

const honchoTools: Readonly<Record<string, HonchoTool>> = {
  honcho_profile: tool(
    "Read the card of facts about the user, or replace it.",
    z.object({ card: z.array(text).optional().describe("The whole new card") }),
    async ({ card }, client) => ({ card: card === undefined ? await client.card() : await client.setCard(card) }),
  ),
  honcho_search: tool(
    "Find what the user said about a topic.",
    z.object({ query: text }),
    async ({ query }, client) => {
      const found = await client.search(query);
      return { results: found.length, text: cutAtWord(found.join("\n---\n"), longestSearch) };
    },
  ),
  honcho_context: tool("Everything known about the user and this session.", z.object({}), async (_, client) => ({
    context: baseContextText(await client.context(), wholeContextTokens),
  })),
  honcho_reasoning: tool(
    "Ask a question about the user that needs thought.",
    z.object({ query: text }),
    async ({ query }, client) => ({
      answer: await client.ask(query, levelFor(query)),
    }),
  ),
  honcho_conclude: tool(
    "Keep a lasting conclusion about the user, delete one by id, or list them. Give exactly one.",
    z.object({ conclusion: text.optional(), delete_id: text.optional(), list: z.boolean().optional() }),
    conclude,
  ),
};

async function conclude(
  {
    conclusion,
    delete_id: id,
    list,
  }: { conclusion?: string | undefined; delete_id?: string | undefined; list?: boolean | undefined },
  client: HonchoClient,
): Promise<Answer> {
  const given = [conclusion !== undefined, id !== undefined, list === true].filter(Boolean).length;
  if (given !== 1) return { error: "Give exactly one of conclusion, delete_id and list." };
  if (conclusion !== undefined) return { id: await client.conclude(conclusion) };
  if (id === undefined) return { conclusions: await client.conclusions() };
  await client.deleteConclusion(id);
  return { deleted: id };
}

export const honchoToolSchemas = Object.entries(honchoTools).map(([name, { description, input }]) => {
  const { $schema: _dialect, ...parameters } = z.toJSONSchema(input, { io: "input" });
  return { name, description, parameters };
});

export async function runHonchoTool(name: string, args: unknown, client: HonchoClient): Promise<Answer> {
  const found = Object.hasOwn(honchoTools, name) ? honchoTools[name] : undefined;
  return found === undefined ? { error: `Unknown tool ${name}` } : found.run(args, client);
}
