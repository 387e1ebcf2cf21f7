import { expect, test } from "vitest";
import { z } from "zod";
import { agentWorld, type AgentWorld } from "../support/agent-world.ts";

const says = (text: string) => ({ reply: { text } });
const searches = (args: Readonly<Record<string, unknown>>, text = "") => ({
  reply: { text, tool_calls: [{ name: "session_search", arguments: args }] },
});
const Body = z.object({ messages: z.array(z.object({ role: z.string(), content: z.unknown() })) });
const Hits = z.object({ results: z.array(z.object({ session_id: z.string(), snippet: z.string() })) });

/** What the newest search of the newest request found. */
function found({ simulator }: AgentWorld): z.output<typeof Hits>["results"] {
  const { messages } = Body.parse(simulator.requests.at(-1)?.body);
  const newest = messages.findLast(({ role }) => role === "tool");
  return Hits.parse(JSON.parse(String(newest?.content))).results;
}

test("the model finds what was said in another session, and not what it has before it", async () => {
  const world = await agentWorld({
    steps: [says("The walrus lives in Tromsø."), searches({ query: "walrus" }), says("In Tromsø.")],
  });
  await world.agent.chat("where does our walrus live?");
  const { sessionId } = world.agent.session.info;
  const other = await world.another();
  expect(await other.chat("what about the walrus?")).toBe("In Tromsø.");
  expect(found(world).map((hit) => hit.session_id)).toEqual([sessionId]);
});

test("what a compression took out of the conversation can be looked up in it", async () => {
  const tooLarge = { fault: { kind: "status" as const, status: 413, message: "payload too large" } };
  const talk = Array.from({ length: 4 }, (_, index) => says(`answer ${index} ${"word ".repeat(60)}`));
  const world = await agentWorld({
    steps: [says("Tromsø."), ...talk, tooLarge, searches({ query: "walrus" }), says("Tromsø, as I said.")],
  });
  await world.agent.chat("the walrus lives where?");
  for (let turn = 0; turn < 4; turn++) await world.agent.chat(`question ${turn}`);
  await world.clock.runUntil(world.agent.chat("where did it live?"));
  expect(found(world).map((hit) => hit.snippet)).toEqual(["the >>>walrus<<< lives where?"]);
});

test("an answer that came with nothing but a look into the past is the answer, should the model say no more", async () => {
  const world = await agentWorld({ steps: [searches({}, "You asked about walruses."), { ...says(""), repeat: 5 }] });
  const result = await world.clock.runUntil(world.agent.runConversation("what did I ask?"));
  expect(result).toMatchObject({
    final_response: "You asked about walruses.",
    exit_reason: "fallback_prior_turn_content",
  });
});
