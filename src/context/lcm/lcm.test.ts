import { expect, test } from "vitest";
import type { Message } from "../../domain/message.ts";
import { textOf } from "../../domain/message.ts";
import { bulkyHistory } from "../../../tests/support/bulky-history.ts";
import { expanded, lcmRig } from "../../../tests/support/lcm-rig.ts";
import { compressionOf } from "../../../tests/support/compressor-rig.ts";
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
