import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { agentWorld, type AgentWorld } from "./support/agent-world.ts";
import { calls, says } from "./support/played-tools.ts";
import { goodSummary } from "./support/scripted-summariser.ts";

const file = join(import.meta.dirname, "../docs/context.md");
const config = "providers: {custom: {models: {gpt-4o: {context_length: 32000}}}}\n";
const Message = z.looseObject({
  role: z.string(),
  content: z.unknown(),
  tool_calls: z.array(z.object({ function: z.object({ name: z.string() }) })).optional(),
});
const Body = z.object({ messages: z.array(Message) });

/** One line a message: who speaks, how much, how it begins. */
function pictureOf({ simulator }: AgentWorld, index: number): string {
  const { messages } = Body.parse(simulator.requests.at(index)?.body);
  return messages
    .slice(1)
    .map(({ role, content, tool_calls: called }) => {
      const text = typeof content === "string" ? content : JSON.stringify(content ?? "");
      const said = called === undefined ? text : `→ ${called.map(({ function: { name } }) => name).join(", ")}`;
      const chars = `${text.length}`.padStart(6);
      return `${role.padEnd(10)}${chars}  ${said.replaceAll(/\s+/g, " ").slice(0, 70)}`.trimEnd();
    })
    .join("\n");
}

const long = (bird: string): string => `${bird}: ${"it sings, flies and sleeps in the hedge; ".repeat(340)}`;

test("the page shows a compression as it was really sent (vitest -u writes it anew)", async () => {
  const steps = [
    says("A wren, going by the tail."),
    calls({ name: "todo", arguments: { todos: [{ id: "1", content: "name the birds", status: "in_progress" }] } }),
    says(long("robin")),
    says(long("blackbird")),
    says(long("dunnock")),
    says(long("siskin")),
    says(goodSummary),
    says("A linnet."),
  ];
  const world = await agentWorld({ steps }, { config, realEngine: true });
  for (const question of ["What bird is that?", "And the next?", "And the one behind it?", "That one?", "And now?"])
    await world.agent.chat(question);
  const before = pictureOf(world, -1);
  await world.agent.chat("The last one?");
  const after = pictureOf(world, -1);
  expect(after).toContain("[CONTEXT COMPACTION]");
  const picture = `Before, the last request that fitted:\n\n${before}\n\nAfter, the next one:\n\n${after}\n`;
  const page = readFileSync(file, "utf8");
  const example = /(?<=<!-- picture -->\n\n```text\n)[^]*?(?=```\n\n<!-- \/picture -->)/;
  expect(page).toMatch(example);
  await expect(page.replace(example, () => picture)).toMatchFileSnapshot(file);
});
