import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { z } from "zod";
import type { CompressionProposal } from "../../src/domain/context-engine.ts";
import type { Message } from "../../src/domain/message.ts";
import type { Store } from "../../src/store/store.ts";
import { hermes, machineFor, type Machine, start } from "../support/hermes-process.ts";
import { serveScenario } from "../support/serve-scenario.ts";
import { stored } from "../support/stored.ts";
import { newSession, temporaryStore } from "../support/temporary-store.ts";

vi.setConfig({ testTimeout: 30_000 }); // real processes, on a machine that may be busy

const Body = z.looseObject({ messages: z.array(z.looseObject({ role: z.string(), content: z.unknown() })) });
const [older, newer] = ["20260101_000000_aaaaaaaa", "20260102_000000_bbbbbbbb"];

test("[SF-L13] a reference that fits several sessions lists them, one that fits none says so, and neither runs", async () => {
  await using model = await serveScenario({});
  const machine = machineFor(model.url);
  {
    using store = await storeOf(machine);
    await store.sessions.create(newSession(older, { title: "abc one" }));
    await store.sessions.create(newSession(newer, { title: "ABC two" }));
  }
  const [title, prefix, nothing] = await Promise.all(
    ["abc", "202601", "xyz"].map((reference) => hermes(machine, ["run", "hi", "--resume", reference])),
  );
  expect([title?.code, prefix?.code, nothing?.code]).toEqual([2, 2, 2]);
  for (const ended of [title, prefix]) {
    const lines = ended?.err.trimEnd().split("\n") ?? [];
    expect(lines[0]).toMatch(/^hermes: several sessions match "(abc|202601)":$/);
    expect(lines.slice(1).toSorted()).toEqual([
      expect.stringMatching(`^ +${older}  abc one  2\\d{3}-`),
      expect.stringMatching(`^ +${newer}  ABC two  2\\d{3}-`),
    ]);
  }
  expect(nothing?.err).toBe('hermes: no session matches "xyz". See hermes sessions list\n');
  expect(model.simulator.requests).toEqual([]);
});

test("[SF-L14] a compressed session is gone on with in its newest part; with --exact it can only be read", async () => {
  await using model = await serveScenario({ steps: [{ reply: { text: "with pleasure" } }] });
  const machine = machineFor(model.url);
  const child = await compressedSession(machine);
  const { code, out } = await hermes(machine, ["run", "go on", "--resume", older, "--output-format", "json"]);
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ session_id: child, parent_session_id: older, result: "with pleasure" });
  const { messages } = Body.parse(model.simulator.requests[0]?.body);
  expect(messages.filter(({ role }) => role !== "system")).toEqual([
    { role: "user", content: "What was said: a lot." },
    { role: "assistant", content: "last answer" },
    { role: "user", content: "go on" },
  ]);
  expect(stored(machine.home, child).messages.slice(-2)).toEqual(["user: go on", "assistant: with pleasure"]);

  const before = stored(machine.home, older);
  expect(before.messages).toEqual(["user: first question", "assistant: last answer"]);
  expect(await hermes(machine, ["run", "go on", "--resume", older, "--exact"])).toEqual({
    code: 2,
    out: "",
    err: `hermes: session ${older} was compressed and can only be read: resume without --exact, or add --fork\n`,
  });
  expect(stored(machine.home, older)).toEqual(before);
  const [newest, exact] = await Promise.all([
    hermes(machine, ["sessions", "show", older]),
    hermes(machine, ["sessions", "show", older, "--exact"]),
  ]);
  expect([newest.out.includes("first question"), newest.out.includes("with pleasure")]).toEqual([false, true]);
  expect([exact.out.includes("first question"), exact.out.includes("with pleasure")]).toEqual([true, false]);
});

test("two runs on one session take turns: the second waits, says so, and sees what the first said", async () => {
  const waits = { name: "terminal", arguments: { command: "until [ -e go ]; do sleep 0.05; done" } };
  await using model = await serveScenario({
    steps: [
      { reply: { text: "hello" } },
      { reply: { tool_calls: [waits] } },
      { reply: { text: "after you" } },
      { reply: { text: "now me" } },
    ],
  });
  const machine = machineFor(model.url);
  await hermes(machine, ["run", "hi"]);
  const first = start(machine, ["run", "wait for it", "-r", "latest", "--yolo"]);
  await first.said("> terminal");
  const second = start(machine, ["run", "me too", "-r", "latest"]);
  await second.said("still waiting for the session, which another process is using");
  writeFileSync(join(machine.cwd, "go"), "");
  expect(await first.ended).toMatchObject({ code: 0, out: "after you\n" });
  expect(await second.ended).toMatchObject({ code: 0, out: "now me\n" });
  const roles = stored(machine.home).messages.map((line) => line.split(":")[0]);
  expect(roles.join(" ")).toBe("user assistant user assistant tool assistant user assistant");
  const { messages } = Body.parse(model.simulator.requests.at(-1)?.body);
  expect(messages.slice(-2).map(({ content }) => content)).toEqual(["after you", "me too"]);
});

test("a resumed session sends the prompt it began with, byte for byte, and works where it worked", async () => {
  await using model = await serveScenario({ steps: [{ reply: { text: "ok" }, repeat: "forever" }] });
  const machine = machineFor(model.url);
  await hermes(machine, ["run", "hi"]);
  const moved = { ...machine, cwd: machine.root };
  const { code, out } = await hermes(moved, ["run", "again", "-c", "--output-format", "stream-json"]);
  expect([code, out.includes(`"cwd":${JSON.stringify(machine.cwd)}`)]).toEqual([0, true]);
  const prompts = model.simulator.requests.map(({ body }) => Body.parse(body).messages[0]);
  expect(prompts[0]?.role).toBe("system");
  expect(prompts[1]).toEqual(prompts[0]);
});

function storeOf(machine: Machine): Promise<Store> {
  return temporaryStore({ path: join(machine.home, "hermes.db") });
}

/** Makes a lineage of two and returns the id of its newest part. */
async function compressedSession(machine: Machine): Promise<string> {
  using store = await storeOf(machine);
  await store.sessions.create(newSession(older, { model: "gpt-4o", provider: "custom", cwd: machine.cwd }));
  const journal = store.openJournal(null);
  const [asked, answered]: readonly [Message, Message] = [
    { role: "user", content: "first question" },
    { role: "assistant", content: "last answer" },
  ];
  for (const message of [asked, answered]) await journal.append(older, message, "t");
  const summary: Message = { role: "user", content: "What was said: a lot.", extra: { origin: "summary" } };
  return await journal.commitCompression(older, proposal([summary, answered])); // the store stays open until then
}

function proposal(messages: readonly Message[]): CompressionProposal {
  const counts = { messages_before: 2, messages_after: 2, tokens_before: 100, tokens_after: 50, duration_ms: 1 };
  const record = { event: "compression", engine: "test", trigger: "manual", outcome: "ok", ...counts } as const;
  return { outcome: "ok", messages, region: { headEnd: 0, tailStart: 1 }, pruned: 0, record };
}
