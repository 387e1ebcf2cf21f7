import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import type { Message } from "../../src/domain/message.ts";
import { agentWorld, type AgentWorld } from "../support/agent-world.ts";
import { scriptedEngine } from "../support/scripted-engine.ts";
import { talkLedger } from "../support/talk-ledger.ts";
import { dmKey, slashPlayed, talkStage, type TalkStage } from "../support/talk-world.ts";
import { newSession, temporaryStore } from "../support/temporary-store.ts";

const says = (text: string) => ({ reply: { text } });
const hourMs = 3_600_000;

type Chats = TalkStage & { readonly answered: (text: string) => Promise<string> };

/** Conversations of chats over whole sessions. */
async function chatsIn(world: AgentWorld, ledger = talkLedger()): Promise<Chats> {
  const { clock, home } = world;
  const store = await temporaryStore({ path: join(home, "hermes.db"), clock });
  const stage = await talkStage({
    clock,
    store,
    ledger,
    world: {
      open: async ({ sessionId }) => {
        const { session, shell, slash } = await world.open(sessionId === null ? {} : { sessionId });
        return { kind: "opened", session, shell, world: { ...slash, ...slashPlayed } };
      },
    },
  });
  const answered = async (text: string): Promise<string> => {
    const { lines } = stage.voice;
    const before = lines.length;
    await stage.say(text);
    for (let round = 0; lines.length === before && round < 500; round++) await clock.advance(1);
    return lines.slice(before).join("\n");
  };
  return { ...stage, answered };
}

const Body = z.object({ messages: z.array(z.unknown()), tools: z.array(z.unknown()).min(1) });

test("[SF-G6] twenty turns of a chat, over a session that was closed meanwhile, have one system prompt and one tool block", async () => {
  const world = await agentWorld({ steps: Array.from({ length: 20 }, (_, index) => says(`answer ${index}`)) });
  const { answered, clock, ledger } = await chatsIn(world);
  for (let index = 0; index < 20; index++) {
    if (index === 10) {
      mkdirSync(join(world.home, "memories"), { recursive: true });
      writeFileSync(join(world.home, "memories", "MEMORY.md"), "likes tea\n");
      await clock.advance(2 * hourMs); // nobody speaks: the session is closed and opened again
    }
    expect(await answered(`question ${index}`)).toBe(`answer: answer ${index}`);
  }
  const bodies = world.simulator.requests.map(({ body }) => Body.parse(body));
  expect(bodies.map(({ messages }) => messages.length)).toEqual(
    Array.from({ length: 20 }, (_, index) => 2 * index + 2),
  );
  const fronts = bodies.map(({ messages, tools }) => JSON.stringify([messages[0], tools]));
  expect(new Set(fronts).size).toBe(1);
  expect(ledger.inbox.open()).toEqual([]);
});

const windowOf = (tokens: number) => `providers: {custom: {models: {gpt-4o: {context_length: ${tokens}}}}}\n`;
const said = (index: number): Message => ({ role: index % 2 === 0 ? "user" : "assistant", content: `${index}` });

type Gathered = { readonly messages: number; readonly config?: string };

/** What shortened a chat of so many messages before its next turn, when they fill 86 % of the window. */
async function hygieneOf({ messages, config = "" }: Gathered): Promise<readonly string[]> {
  const { factory, requests } = scriptedEngine();
  const usage = { input_tokens: 85_990, output_tokens: 10 };
  const world = await agentWorld(
    { steps: [{ reply: { text: "one", usage } }, says("two")] },
    { contextEngine: factory, config: `${config}${windowOf(100_000)}` },
  );
  const { answered, store, ledger } = await chatsIn(world);
  await store.sessions.create(newSession("g", { cwd: world.cwd, model: "gpt-4o", provider: "custom" }));
  for (let index = 0; index < messages - 2; index++) await store.openJournal(null).append("g", said(index), "t");
  await ledger.routes.set(dmKey, { sessionId: "g", lastActivityMs: 0, resumePendingMs: null, address: null });
  expect(await answered("last")).toBe("answer: one");
  expect(await answered("next")).toBe("answer: two");
  return requests.map(({ trigger }) => trigger);
}

test("[SF-G5] at 86 % of the window ten messages are shortened before the turn; three are not, nor any with compression off", async () => {
  expect(await hygieneOf({ messages: 10 })).toEqual(["hygiene"]);
  expect(await hygieneOf({ messages: 3 })).toEqual([]);
  expect(await hygieneOf({ messages: 10, config: "compression: {enabled: false}\n" })).toEqual([]);
});

test("a turn that a restart cuts off goes on in the same session; the tool that had finished does not run again", async () => {
  const reads = { reply: { tool_calls: [{ name: "read_file", arguments: { path: "note.txt" } }] } };
  const stalls = { reply: { text: "never" }, fault: { kind: "stall" as const } };
  const world = await agentWorld({ steps: [reads, stalls, says("The note says hello.")] });
  writeFileSync(join(world.cwd, "note.txt"), "hello from the note");
  const before = await chatsIn(world);
  await before.say("read the note");
  for (let round = 0; world.simulator.requests.length < 2 && round < 500; round++) await world.clock.advance(1);
  const drained = before.talks.drain(100, new AbortController().signal);
  await world.clock.runUntil(drained);
  await before.talks.close();
  expect(before.ledger.inbox.open()).toMatchObject([{ state: "claimed" }]);

  const after = await chatsIn(world, before.ledger);
  await after.talks.resume({ autoContinue: true });
  for (let round = 0; after.voice.lines.length === 0 && round < 500; round++) await world.clock.advance(1);
  expect(after.voice.lines).toEqual(["answer: The note says hello."]);
  expect(after.ledger.inbox.open()).toEqual([]);
  const roles = world.rows().map(({ role, content }) => (role === "user" ? content?.slice(0, 13) : role));
  expect(roles.filter((role) => role === "tool")).toEqual(["tool"]);
  expect(roles.at(0)).toBe("read the note");
  expect(world.simulator.requests.at(-1)?.text).toContain("hello from the note");
  expect(world.simulator.requests.at(-1)?.text).toContain("A restart cut off your last turn");
});
