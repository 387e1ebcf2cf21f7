import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { layerTexts, thawPrompt } from "../../src/prompt/frozen-prompt.ts";
import { promptLayers } from "../../src/prompt/layers/order.ts";
import { agentWorld } from "../support/agent-world.ts";

const page = resolve(import.meta.dirname, "../../docs/prompt.md");
const Row = z.object({ text: z.string(), meta: z.string() });

/** The prompt of a conversation in a project with an AGENTS.md, as it was stored, layer by layer. */
async function storedLayers(): Promise<ReadonlyMap<string, string>> {
  const steps = [{ reply: { text: "A wren." } }];
  const { home, cwd, another } = await agentWorld({ steps }, { config: "timezone: Europe/Oslo\n", platform: "cli" });
  mkdirSync(join(home, "memories"), { recursive: true });
  writeFileSync(join(home, "memories", "MEMORY.md"), "The build is `make birds`.\n§\nTests need the network off.");
  writeFileSync(join(home, "memories", "USER.md"), "Ann; prefers short answers.");
  writeFileSync(join(cwd, "AGENTS.md"), "Species names are written in lower case.\n");
  await (await another({ systemMessage: "Answer in English." })).chat("which bird is that?");
  using db = new DatabaseSync(join(home, "hermes.db"), { readOnly: true });
  const stored = db
    .prepare("SELECT p.text, s.prompt_meta AS meta FROM sessions s JOIN prompts p ON p.hash = s.prompt_hash")
    .get();
  const { text, meta } = Row.parse({ ...stored });
  return layerTexts(thawPrompt({ text, meta: JSON.parse(meta) })) ?? new Map();
}

/** What differs from machine to machine is given one machine's values. */
function anywhere(text: string): string {
  return text
    .replace(/^Working directory: .*$/m, "Working directory: /home/ann/birds")
    .replace(/^Home: .*$/m, "Home: /home/ann")
    .replace(/^System: .*, commands/m, "System: linux 6.12, commands")
    .replaceAll(/\nThis is (?:a container|WSL|Windows|Termux).*/g, "");
}

test("the page shows a prompt as it was really stored (vitest -u writes it anew)", async () => {
  const layers = [...(await storedLayers())].map(([id, text]) => `──── ${id}\n${anywhere(text)}`);
  const written = readFileSync(page, "utf8");
  const example = /(?<=^```text\n)──── identity\n[^]*?(?=^```$)/m;
  expect(written).toMatch(example);
  await expect(written.replace(example, () => `${layers.join("\n\n")}\n`)).toMatchFileSnapshot(page);
});

test("the page lists every layer there is, in order", () => {
  const rows = readFileSync(page, "utf8").matchAll(/^\| \d+ +\| `([a-z-]+)` +\|/gm);
  expect([...rows].map(([, id]) => id)).toEqual(promptLayers.map(({ id }) => id));
});
