import { createAgent, defineTool, fail, ok } from "hermes";
import { z } from "zod";

const prices: Readonly<Record<string, number>> = { tea: 3.2, coffee: 4.1 };

const lookUpPrice = defineTool({
  name: "look_up_price",
  toolset: "shop",
  description: "The price of an article, in euros.",
  concurrency: "free", // may run beside anything
  readOnly: true,
  input: z.object({ article: z.string().describe("Name of the article") }),
  preview: ({ article }) => article,
  run: async ({ article }) => {
    const price = prices[article];
    return price === undefined ? fail(`There is no ${article} here.`) : ok({ article, price });
  },
});

await using agent = await createAgent({
  enabledToolsets: [], // nothing but our own
  extraTools: [lookUpPrice],
  stepCallback: (_iteration, tools) => {
    for (const { name, arguments: args, result } of tools) console.log(name, args, result);
  },
});
console.log(await agent.chat("What does tea cost?"));
