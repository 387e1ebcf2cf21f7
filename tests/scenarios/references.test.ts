import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { sessionMarkdown } from "../../src/commands/sessions/format-markdown.ts";
import type { AgentEvent } from "../../src/domain/event.ts";
import { agentWorld, type AgentWorld } from "../support/agent-world.ts";
import { temporaryStore } from "../support/temporary-store.ts";

const says = (text: string) => ({ reply: { text } });
const Body = z.object({ messages: z.array(z.object({ role: z.string(), content: z.unknown() })) });

function questions({ simulator }: AgentWorld): readonly (readonly unknown[])[] {
  return simulator.requests.map(({ body }) =>
    Body.parse(body)
      .messages.filter(({ role }) => role === "user")
      .map(({ content }) => content),
  );
}

async function noticesOf(world: AgentWorld, text: string): Promise<readonly string[]> {
  const turn = world.agent.session.send({ content: text, referencesIn: text });
  await world.clock.runUntil(turn.result);
  const events: AgentEvent[] = [];
  for await (const event of turn.events) events.push(event);
  return events.flatMap((event) => (event.type === "notice.given" ? [event.text] : []));
}

const attached =
  "see @README.md and @alice\n\n--- Attached Context ---\n\n@README.md (1 line)\n```markdown\nWalruses welcome.\n```";

test("[PM-90] what a question points at is stored with it, sent again with the same bytes, and not shown", async () => {
  const asked: string[] = [];
  const hear = ({ userMessage }: { readonly userMessage: string }): string => (asked.push(userMessage), "");
  const world = await agentWorld({ steps: [says("one"), says("two")] }, { prefetch: [hear] });
  writeFileSync(join(world.cwd, "README.md"), "Walruses welcome.\n");
  expect(await noticesOf(world, "see @README.md and @alice")).toEqual([]);
  expect(questions(world)).toEqual([[attached]]);
  expect(world.rows()[0]).toMatchObject({ role: "user", content: attached });
  expect(asked).toEqual(["see @README.md and @alice"]); // memory is asked about the person's own words

  const { sessionId } = world.agent.session.info;
  await world.agent.close();
  writeFileSync(join(world.cwd, "README.md"), "Something else.\n");
  const resumed = await world.another({ sessionId });
  await resumed.chat("go on");
  expect(questions(world)[1]).toEqual([attached, "go on"]);
  await resumed.close();

  using store = await temporaryStore({ path: join(world.home, "hermes.db") });
  const session = store.archive.read(sessionId);
  expect(session === null ? "" : sessionMarkdown(session)).toContain("see @README.md and @alice\n\n## assistant");
  expect(store.recall.recent({})).toMatchObject([{ preview: "see @README.md and @alice" }]);
  expect(store.search("alice").hits).toMatchObject([{ snippet: "see @README.md and @>>>alice<<<" }]);
  expect(store.search("walruses").hits).toEqual([]);
});

test("references worth more than half of the window leave the question as it is, and the person is told", async () => {
  const world = await agentWorld(
    { steps: [says("fine")] },
    { config: "providers: {custom: {models: {gpt-4o: {context_length: 64000}}}}\n" },
  );
  writeFileSync(join(world.cwd, "big.txt"), "word ".repeat(40_000));
  expect(await noticesOf(world, "read @big.txt")).toEqual([expect.stringContaining("nothing was attached")]);
  expect(questions(world)).toEqual([["read @big.txt"]]);
});

test("a text that nobody marked as a person's is sent as it is", async () => {
  const world = await agentWorld({ steps: [says("fine")] });
  writeFileSync(join(world.cwd, "README.md"), "Walruses welcome.\n");
  await world.agent.chat("see @README.md");
  expect(questions(world)).toEqual([["see @README.md"]]);
});
