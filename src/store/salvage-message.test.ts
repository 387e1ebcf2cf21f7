import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { expect, test } from "vitest";
import { isMessage, type Message } from "../domain/message.ts";
import { newSession, storeOptions, temporaryStore } from "../../tests/support/temporary-store.ts";
import type { StoreOptions } from "./open-store.ts";
import { salvage } from "./salvage-message.ts";

const call = { id: "c1", type: "function", function: { name: "run", arguments: "{}" } } as const;
const said: readonly Message[] = [
  { role: "user", content: [{ type: "text", text: "look" }], extra: { origin: "user" } },
  {
    role: "assistant",
    content: "I run it.",
    tool_calls: [call],
    reasoning_content: "hm",
    reasoning_details: [{ a: 1 }],
  },
  { role: "tool", tool_call_id: "c1", name: "run", tool_name: "run", content: "done" },
];

async function conversation(): Promise<StoreOptions> {
  const options = storeOptions();
  using store = await temporaryStore(options);
  await store.sessions.create(newSession("a"));
  const journal = store.openJournal(null);
  for (const message of said) await journal.append("a", message, "t");
  return options;
}

function damage(path: string, assignment: string): readonly unknown[] {
  using db = new DatabaseSync(path);
  db.exec(`UPDATE messages SET ${assignment}`);
  return db.prepare("SELECT * FROM messages").all();
}

const note = (field: string): string => `[damaged in storage and left out: ${field}]`;
const damages: readonly [string, readonly unknown[]][] = [
  [
    `tool_calls = '[{"id":' WHERE id = 2`,
    [said[0], { ...without(said[1], "tool_calls"), content: `I run it.\n\n${note("tool_calls")}` }, said[2]],
  ],
  [
    `tool_calls = '[{"id":7}]' WHERE id = 2`,
    [said[0], { ...without(said[1], "tool_calls"), content: `I run it.\n\n${note("tool_calls")}` }, said[2]],
  ],
  [`content = '[{"type"' WHERE id = 1`, [{ ...said[0], content: note("content") }, said[1], said[2]]],
];

for (const [assignment, expected] of damages) {
  test(`a session stays readable after ${assignment}, and reading changes nothing`, async () => {
    const options = await conversation();
    const rows = damage(options.path, assignment);
    using store = await temporaryStore(options);
    expect(store.archive.read("a")?.messages.map(({ message }) => message)).toEqual(expected);
    expect(store.archive.stats().messages).toBe(3);
    expect(store.search("done", { includeTools: true }).hits).toHaveLength(1);
    expect(new DatabaseSync(options.path).prepare("SELECT * FROM messages").all()).toEqual(rows);
  });
}

for (const fullText of ["auto", "off"] as const) {
  test(`damaged extras cost themselves only (index: ${fullText})`, async () => {
    const options = { ...(await conversation()), fullText };
    damage(options.path, "extra = '{'");
    using store = await temporaryStore(options);
    const messages = store.archive.read("a")?.messages.map(({ message, copyOf }) => [message, copyOf]);
    expect(messages).toMatchObject([
      [{ role: "user", content: `[{"type":"text","text":"look"}]\n\n${note("extra")}` }, null],
      [{ role: "assistant", content: `I run it.\n\n${note("extra")}`, tool_calls: [call] }, null],
      [{ role: "tool", tool_call_id: "c1", name: "run", tool_name: "run", content: `done\n\n${note("extra")}` }, null],
    ]);
    expect(store.search("run").hits).toHaveLength(1);
    expect(store.archive.stats().messages).toBe(3);
    expect((await store.archive.rebuildIndex()).damaged.map(({ id, fields }) => [id, fields])).toEqual([
      [1, ["extra"]],
      [2, ["extra"]],
      [3, ["extra"]],
    ]);
  });
}

test("a damaged row can be branched and deleted like any other", async () => {
  const options = await conversation();
  damage(options.path, "extra = '{', tool_calls = '['");
  using store = await temporaryStore(options);
  await store.sessions.fork("a", "b");
  expect(store.sessions.history("b")).toHaveLength(3);
  expect(await store.sessions.remove(["a"])).toEqual({ kind: "removed", count: 1 });
  expect(store.sessions.history("b")).toHaveLength(3);
});

test("prompt notes that cannot be read leave the prompt itself", async () => {
  const options = await conversation();
  using db = new DatabaseSync(options.path);
  db.exec("UPDATE sessions SET prompt_meta = '{'");
  using store = await temporaryStore(options);
  expect(store.sessions.prompt("a")).toEqual({ text: "You are Hermes.", meta: null });
});

test("whatever stands in a row, a message comes out of it", () => {
  const role = fc.oneof(fc.constantFrom("user", "assistant", "tool"), fc.string());
  const key = fc.oneof(
    fc.constantFrom("content", "tool_calls", "tool_name", "name", "extra", "timestamp", "reasoning", "role"),
    fc.string(),
  );
  const fields = fc.array(fc.tuple(key, fc.anything()), { maxLength: 6 });
  fc.assert(fc.property(role, fields, (name, pairs) => isMessage(salvage(name, pairs).message)));
});

function without(message: Message | undefined, key: string): object {
  return Object.fromEntries(Object.entries(message ?? {}).filter(([name]) => name !== key));
}
