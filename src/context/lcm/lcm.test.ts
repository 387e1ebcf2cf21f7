import { expect, test } from "vitest";
import type { Message } from "../../domain/message.ts";
import { textOf } from "../../domain/message.ts";
import { bulkyHistory } from "../../../tests/support/bulky-history.ts";
import { expanded, lcmRig } from "../../../tests/support/lcm-rig.ts";
import { compressionOf } from "../../../tests/support/compressor-rig.ts";
import { noUsage } from "../../domain/usage.ts";
import { sourcesOf } from "./expand.ts";
import { isSound } from "../is-sound.ts";
import { scalesFor } from "../compressor/weigh.ts";

const ask = (content: string): Message => ({ role: "user", content });
const tokens = (list: readonly Message[]): number => scalesFor("gpt-4o").list(list);

test("a short history is sent as it is", async () => {
  using rig = await lcmRig();
  const said = [...bulkyHistory(40, 20_000), ask("go on")];
  await rig.append(said);
  expect(await rig.engine.selectContext?.(said)).toBeNull();
  expect(rig.engine.shouldCompress(10_000_000)).toEqual({ yes: false });
});

test("a long one becomes a view of nodes and the newest messages, and stays the same while little is added", async () => {
  using rig = await lcmRig();
  const said = [...bulkyHistory(400, 500_000), ask("go on")];
  await rig.append(said);
  const view = (await rig.engine.selectContext?.(said)) ?? [];
  expect(isSound(view, "chat_completions")).toBe(true);
  expect([tokens(said) > 100_000, tokens(view) <= 60_500]).toEqual([true, true]);
  expect(rig.summariser.asked.length).toBeGreaterThan(0);
  expect(rig.records).toHaveLength(1);
  expect(rig.records[0]).toMatchObject({ event: "compression", engine: "lcm", trigger: "engine", outcome: "ok" });
  const more = [...said, { role: "assistant", content: "done" } as const, ask("and now?")];
  await rig.append(more.slice(-2));
  const next = (await rig.engine.selectContext?.(more)) ?? [];
  expect(view.every((message, index) => message === next[index])).toBe(true);
  expect(rig.records).toHaveLength(1);
});

test("by hand everything but the newest messages is summed up, and no messages are proposed", async () => {
  using rig = await lcmRig();
  const said = [...bulkyHistory(200, 200_000), ask("go on")];
  await rig.append(said);
  const proposal = await rig.engine.compress(compressionOf(said, { trigger: "manual", force: true }));
  expect(proposal).toMatchObject({ outcome: "ok", record: { outcome: "ok", trigger: "manual" } });
  expect(proposal).not.toHaveProperty("messages");
  expect(rig.nodes.list().length).toBeGreaterThan(0);
  expect(rig.records).toEqual([]); // the host tells of it
  expect(await rig.engine.compress(compressionOf(said, { trigger: "manual" }))).toMatchObject({ outcome: "noop" });
});

test("a large result is shown by its ends and the row that holds all of it", async () => {
  using rig = await lcmRig();
  const call = { id: "c", type: "function", function: { name: "read_file", arguments: "{}" } } as const;
  const result = { role: "tool", tool_call_id: "c", name: "read_file", tool_name: "read_file" } as const;
  const long = `first ${"middle ".repeat(3_000)}last`;
  const said: Message[] = [
    ask("read"),
    { role: "assistant", content: "", tool_calls: [call] },
    { ...result, content: long },
  ];
  await rig.append(said);
  const view = (await rig.engine.selectContext?.(said)) ?? [];
  const shown = textOf(view[2]?.content ?? "");
  expect(shown.length).toBeLessThan(7_000);
  expect([shown.startsWith("first "), shown.endsWith("last")]).toEqual([true, true]);
  expect(shown).toContain("lcm_expand message_id=3");
  expect(await expanded(rig.engine, { message_id: 3 })).toBe(long);
});

test("[CC-C96] five million tokens and no model: the view fits, and every message can be read", async () => {
  using rig = await lcmRig({ replies: ["failing"] });
  const line = "const value = await readFile(path); // see src/app/main.ts at 9f8e7d6c5b4a, then go on with the rest\n";
  const said = Array.from({ length: 401 }, (_, index): Message => {
    const content = `message ${index}: ${line.repeat(430)}`;
    return index % 2 === 0 ? ask(content) : { role: "assistant", content };
  });
  await rig.append(said);
  expect(tokens(said)).toBeGreaterThan(5_000_000);
  const view = (await rig.engine.selectContext?.(said)) ?? [];
  expect(tokens(view)).toBeLessThanOrEqual(100_000);
  expect(isSound(view, "chat_completions")).toBe(true);
  expect(rig.summariser.asked).toHaveLength(1); // a model that fails is not asked again and again
  const nodes = rig.nodes.list();
  const roots = nodes.filter(({ id }) => !nodes.some(({ children }) => children.includes(id)));
  const covered = roots.flatMap((node) => sourcesOf(node, rig));
  expect(covered.map(({ message }) => message.content)).toEqual(
    said.slice(0, covered.length).map(({ content }) => content),
  );
  for (const message of said) expect(rig.messages.get(rig.rowOf(message) ?? 0)?.content).toBe(message.content);
  expect(await expanded(rig.engine, { message_id: rig.rowOf(said[7] ?? ask("")) })).toBe(said[7]?.content);
}, 60_000);

const done = { sessionId: "talk", turnId: "t", signal: new AbortController().signal };
const usage = { ...noUsage, prompt_tokens: 70_000 };

test("at the end of a turn leaves are written ahead of need, and the beginning of the view keeps its bytes", async () => {
  using rig = await lcmRig();
  const said = [...bulkyHistory(380, 250_000), ask("go on")];
  await rig.append(said);
  expect([tokens(said) > 75_000, tokens(said) < 100_000]).toEqual([true, true]);
  expect(await rig.engine.selectContext?.(said)).toBeNull(); // it fits: nothing is done while somebody waits
  await rig.engine.onTurnComplete?.(said, usage, done);
  const leaves = rig.nodes.list();
  expect(leaves.map(({ depth, level }) => `${depth} ${level}`)).toEqual(["0 1", "0 1", "0 1"]);
  expect(rig.records).toHaveLength(1);
  expect(tokens((await rig.engine.selectContext?.(said)) ?? [])).toBeLessThan(60_000);
});

test("without a model nothing is written at the end of a turn; a full window does not wait for one", async () => {
  using rig = await lcmRig({ replies: ["failing"] });
  const said = [...bulkyHistory(380, 250_000), ask("go on")];
  await rig.append(said);
  await rig.engine.onTurnComplete?.(said, usage, done);
  expect(rig.nodes.list()).toEqual([]);
  const more = [...said, { role: "assistant", content: "yes" } as const, ...bulkyHistory(200, 200_000), ask("now")];
  await rig.append(more.slice(said.length));
  const view = (await rig.engine.selectContext?.(more)) ?? [];
  expect(tokens(view)).toBeLessThanOrEqual(100_000);
  expect(new Set(rig.nodes.list().map(({ level }) => level))).toEqual(new Set([3]));
  expect(rig.summariser.asked).toHaveLength(1);
});

test("what was made by rules is written better later, and shown when nothing of the view is cached any more", async () => {
  using rig = await lcmRig({ replies: ["failing", "good"] });
  const said = [...bulkyHistory(400, 500_000), ask("go on")];
  await rig.append(said);
  const first = await rig.engine.selectContext?.(said);
  rig.engine.updateFromResponse(usage);
  await rig.clock.advance(61_000); // the model has rested
  await rig.engine.onTurnComplete?.(said, usage, done);
  expect(rig.summariser.asked.length).toBeGreaterThan(1);
  expect(JSON.stringify(await rig.engine.selectContext?.(said))).toBe(JSON.stringify(first));
  await rig.clock.advance(300_000);
  expect(JSON.stringify(await rig.engine.selectContext?.(said))).not.toBe(JSON.stringify(first));
  const levels = rig.nodes.list().map(({ level }) => level);
  expect([levels.includes(1), rig.records.length]).toEqual([true, 2]);
});

test("a view goes out although its nodes cannot be stored", async () => {
  using rig = await lcmRig({ wrap: (nodes) => ({ ...nodes, transact: () => Promise.reject(new Error("disk full")) }) });
  const said = [...bulkyHistory(400, 500_000), ask("go on")];
  await rig.append(said);
  expect(tokens((await rig.engine.selectContext?.(said)) ?? [])).toBeLessThanOrEqual(100_000);
  expect([rig.records, rig.nodes.list()]).toEqual([[], []]);
});

test("no secret reaches the model that sums up, nor what it or the rules write", async () => {
  const secret = `sk-proj-${"a1B2c3D4".repeat(6)}`;
  for (const reply of ["good", "failing"] as const) {
    using rig = await lcmRig({ replies: [reply] });
    const said = [ask(`the key is ${secret}`), ...bulkyHistory(399, 500_000).slice(1), ask(`again ${secret}`)];
    await rig.append(said);
    await rig.engine.selectContext?.(said);
    expect(rig.nodes.list().length).toBeGreaterThan(0);
    expect(JSON.stringify([rig.summariser.asked.map(({ text }) => text), rig.nodes.list()])).not.toContain(secret);
  }
});

test("after a refusal the view is half of what it was, even if it had been within all limits", async () => {
  using rig = await lcmRig();
  const said = [...bulkyHistory(200, 200_000), ask("go on")];
  await rig.append(said);
  const proposal = await rig.engine.compress(compressionOf(said, { trigger: "context_error", force: true }));
  expect(proposal.outcome).toBe("ok");
  const view = (await rig.engine.selectContext?.(said)) ?? said;
  expect(tokens(view)).toBeLessThanOrEqual(tokens(said) / 2);
});

test("what every request carries counts: prompt and tools leave less room for messages", async () => {
  using rig = await lcmRig();
  const said = [...bulkyHistory(300, 200_000), ask("go on")];
  await rig.append(said);
  expect(await rig.engine.selectContext?.(said)).toBeNull();
  const system = [{ text: "rule after rule ".repeat(12_000), cached: true }];
  const carried = scalesFor("gpt-4o").system(system);
  const view = (await rig.engine.selectContext?.(said, { system, tools: [], signal: done.signal })) ?? said;
  expect(tokens(view) + carried).toBeLessThanOrEqual(rig.engine.getStatus?.()?.threshold_tokens ?? 0);
  expect(tokens(view)).toBeLessThan(tokens(said));
});

test("by hand the newest exchanges stay whole, as many as asked for", async () => {
  using rig = await lcmRig();
  const said = [...bulkyHistory(200, 200_000), ask("go on")];
  await rig.append(said);
  const { region } = await rig.engine.compress(compressionOf(said, { trigger: "manual", keepExchanges: 2 }));
  expect(said.slice(region.tailStart).filter(({ role }) => role === "user")).toHaveLength(2);
});

test("after another engine replaced the history, old nodes are not shown and what they stand for is still there", async () => {
  using rig = await lcmRig();
  const said = [...bulkyHistory(400, 500_000), ask("go on")];
  await rig.append(said);
  await rig.engine.selectContext?.(said);
  const [old] = rig.nodes.list();
  const shorter: Message[] = [ask("a summary of all that"), { role: "assistant", content: "ready" }, ask("next")];
  await rig.append(shorter);
  expect(await rig.again().selectContext?.(shorter)).toBeNull();
  expect(await expanded(rig.engine, { node_id: old?.id })).toContain("sum_");
  expect(await expanded(rig.engine, { message_id: rig.rowOf(said[5] ?? ask("")) })).not.toBe("");
});

test("a preview says what a run by hand would sum up, and nothing is asked or stored", async () => {
  using rig = await lcmRig();
  const said = [...bulkyHistory(200, 200_000), ask("go on")];
  await rig.append(said);
  const usual = compressionOf(said, { trigger: "manual", force: true });
  const [all, kept] = [rig.engine.preview?.(usual), rig.engine.preview?.({ ...usual, keepExchanges: 5 })];
  expect(rig.summariser.asked).toEqual([]);
  expect(rig.nodes.list()).toEqual([]);
  expect(kept?.region.tailStart).toBeLessThan(all?.region.tailStart ?? 0);
  expect(kept).toMatchObject({ headTokens: 0, path: "auxiliary", region: { headEnd: 0, tailStart: 120 } });
  const proposal = await rig.engine.compress({ ...usual, keepExchanges: 5 });
  expect(proposal.region.tailStart).toBe(kept?.region.tailStart);
  expect(rig.engine.preview?.({ ...usual, keepExchanges: 5 })).toBeNull();
});

test("a long backlog is worked off in pieces, between which everybody else goes on", async () => {
  using rig = await lcmRig({ replies: ["failing"] });
  const said = [...bulkyHistory(), ask("go on")];
  await rig.append(said);
  let turns = 0;
  let isDone = false;
  const others = (): void => {
    turns += 1;
    if (!isDone) setImmediate(others);
  };
  setImmediate(others);
  await rig.engine.selectContext?.(said);
  isDone = true;
  const pieces = Math.floor(said.length / 64) + rig.nodes.list().length;
  expect([pieces > 40, turns >= pieces]).toEqual([true, true]);
});
