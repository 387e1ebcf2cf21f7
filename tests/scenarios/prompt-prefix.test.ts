import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { DatabaseSync } from "node:sqlite";
import { agentWorld, anthropicEndpoint, chatEndpoint, responsesEndpoint } from "../support/agent-world.ts";

const says = (text: string) => ({ reply: { text } });
const reads = { reply: { tool_calls: [{ name: "read_file", arguments: { path: "note.txt" } }] } };
const ChatBody = z.object({ messages: z.array(z.looseObject({ role: z.string(), content: z.string() })) });
const systemOf = (request: { readonly body: unknown } | undefined): string =>
  z.object({ messages: z.array(z.unknown()) }).parse(request?.body).messages.length === 0
    ? ""
    : ChatBody.shape.messages.element.parse(
        z.object({ messages: z.array(z.unknown()) }).parse(request?.body).messages[0],
      ).content;

test("[AL-A15] an ephemeral system prompt ends the system text on the wire and is not stored", async () => {
  const { agent, simulator, home } = await agentWorld(
    { steps: [says("ok")] },
    { ephemeralSystemPrompt: "Speak like a pirate." },
  );
  await agent.runConversation("hi");
  expect(systemOf(simulator.requests[0]).endsWith("\n\nSpeak like a pirate.")).toBe(true);
  expect(storedPrompts(home)).toHaveLength(1);
  expect(storedPrompts(home)[0]).not.toContain("pirate");
});

test("[AL-A16] memory and identity that change between two turns leave the system prompt byte for byte", async () => {
  const { agent, another, simulator, home } = await agentWorld({
    steps: [says("one"), says("two"), says("three"), says("four")],
  });
  await agent.runConversation("before any memory");
  mkdirSync(join(home, "memories"), { recursive: true });
  writeFileSync(join(home, "memories", "MEMORY.md"), "likes tea\n§\nlives in Rome\n");
  writeFileSync(join(home, "SOUL.md"), "I am somebody else now.");
  const { session_id: id } = await agent.runConversation("after");
  await (await another({ sessionId: id })).runConversation("after a restart");
  await (await another()).runConversation("a new conversation");
  const [first, second, resumed, fresh] = simulator.requests.map(systemOf);
  expect(second).toBe(first);
  expect(resumed).toBe(first);
  expect(fresh).toContain("I am somebody else now.");
  expect(fresh).toContain("## Persistent Memory\n[1% — 25/2,200 chars]\n- likes tea\n- lives in Rome");
});

/** The bytes before the newest message of the earlier request, cache markers aside. */
function sharedPrefix(earlier: string, later: string): number {
  let at = 0;
  while (at < earlier.length && earlier[at] === later[at]) at += 1;
  return at;
}

test.each([chatEndpoint, anthropicEndpoint, responsesEndpoint])(
  "from step to step and turn to turn a request repeats the bytes of the one before: $apiMode",
  async (endpoint) => {
    const bodies: string[] = [];
    const { agent, cwd } = await agentWorld(
      { steps: [reads, reads, says("one"), reads, says("two")] },
      {
        ...endpoint,
        wrap: (transport) => (request, signal) => {
          bodies.push(request.body.replaceAll(/,"cache_control":\{[^}]*\}/g, ""));
          return transport(request, signal);
        },
      },
    );
    writeFileSync(join(cwd, "note.txt"), "hello\n");
    await agent.runConversation("first");
    await agent.runConversation("second");
    expect(bodies).toHaveLength(5);
    for (const [index, body] of bodies.slice(1).entries()) {
      const before = bodies[index] ?? "";
      const list = /"(?:messages|input)":\[/.exec(before);
      const end = endOfList(before, (list?.index ?? 0) + (list?.[0].length ?? 0));
      expect(sharedPrefix(before, body)).toBeGreaterThanOrEqual(end);
    }
  },
);

/** Index just behind the last element of the JSON array that starts at `start`. */
function endOfList(json: string, start: number): number {
  let depth = 0;
  let inString = false;
  for (let at = start; at < json.length; at++) {
    const character = json[at];
    if (character === "\\") at += 1;
    else if (character === '"') inString = !inString;
    else if (!inString && (character === "[" || character === "{")) depth += 1;
    else if (!inString && (character === "]" || character === "}")) depth -= 1;
    if (depth < 0) return at;
  }
  return json.length;
}

function storedPrompts(home: string): readonly string[] {
  using db = new DatabaseSync(join(home, "hermes.db"), { readOnly: true });
  return db
    .prepare("SELECT text FROM prompts")
    .all()
    .map((row) => String(row["text"]));
}
