import { expect, test } from "vitest";
import { z } from "zod";
import type { Message } from "../../domain/message.ts";
import { bulkyHistory } from "../../../tests/support/bulky-history.ts";
import { compressionOf } from "../../../tests/support/compressor-rig.ts";
import { expanded, lcmRig, type LcmRig } from "../../../tests/support/lcm-rig.ts";
import { textReply } from "../../../tests/support/scripted-summariser.ts";
import { estimateTokens, familyOf } from "../estimate-tokens.ts";
import { toolSchemas } from "./tool-schemas.ts";

const { signal } = new AbortController();
const call = async (rig: LcmRig, name: string, args: Readonly<Record<string, unknown>> = {}): Promise<unknown> =>
  JSON.parse((await rig.engine.handleToolCall?.(name, args, signal)) ?? "null");
const asked: Message = { role: "user", content: "go on" };

/** A conversation of which the beginning is summed up. */
async function summedUp(replies: Parameters<typeof lcmRig>[0] = {}): Promise<LcmRig> {
  const rig = await lcmRig(replies);
  const needle: Message = { role: "user", content: "the zebra lives in src/zoo.ts" };
  const said = [needle, ...bulkyHistory(399, 500_000).slice(1), asked];
  await rig.append(said);
  await rig.engine.compress(compressionOf(said, { trigger: "manual", force: true }));
  return rig;
}

const Listed = z.object({ nodes: z.array(z.looseObject({ node_id: z.string(), depth: z.number() })) });

test("messages and nodes are found by their words, and a node leads down to the messages it is made of", async () => {
  using rig = await summedUp();
  expect(await call(rig, "lcm_grep", { query: "ZEBRA zoo" })).toEqual({
    nodes: [],
    messages: [{ message_id: 1, role: "user", snippet: "the >>>zebra<<< lives in src/zoo.ts" }],
  });
  const { nodes } = Listed.parse(await call(rig, "lcm_describe"));
  const [top] = nodes;
  expect(top?.depth).toBeGreaterThan(0);
  const below = z
    .object({ children: z.array(z.looseObject({ node_id: z.string(), depth: z.number() })) })
    .parse(await call(rig, "lcm_describe", { node_id: top?.node_id }));
  expect(below.children.map(({ depth }) => depth)).toEqual([0, 0, 0, 0]);
  expect(await expanded(rig.engine, { node_id: top?.node_id })).toContain(below.children[0]?.node_id);
  const text = await expanded(rig.engine, { node_id: below.children[0]?.node_id });
  expect(text.startsWith("#1 user: the zebra lives in src/zoo.ts\n#2 assistant:")).toBe(true);
});

test("a page holds no more tokens than asked for, and a whole text comes back page by page", async () => {
  using rig = await lcmRig();
  const odd = `${"🧪 data ".repeat(3_000)}end`;
  await rig.append([{ role: "user", content: odd }]);
  const page = z
    .object({ text: z.string(), total_chars: z.number() })
    .parse(await call(rig, "lcm_expand", { message_id: 1, limit_tokens: "50" }));
  expect(estimateTokens(page.text, familyOf("gpt-4o"))).toBeLessThanOrEqual(50);
  expect(page.total_chars).toBe(odd.length);
  expect(await expanded(rig.engine, { message_id: 1, limit_tokens: 333 })).toBe(odd);
});

test("a side model answers from the originals, which hold no secret by then", async () => {
  const secret = `ghp_${"a1B2c3D4e5F6".repeat(3)}`;
  using rig = await lcmRig({ replies: [textReply("summed up"), textReply("in src/zoo.ts (#1)")] });
  const said: Message[] = [
    { role: "user", content: `zebra ${secret} ${"stays in src/zoo.ts ".repeat(300)}` },
    ...bulkyHistory(60, 20_000).slice(1),
    asked,
  ];
  await rig.append(said);
  await rig.nodes.transact((to) =>
    to.put({ depth: 0, text: "zebra", tokens: 1, level: 1, firstMsg: 1, lastMsg: 2, children: [] }),
  );
  const answer = z
    .object({ answer: z.string(), read: z.array(z.string()) })
    .parse(await call(rig, "lcm_expand_query", { question: "where does the zebra live?" }));
  expect(answer.read).toHaveLength(1);
  const [request] = rig.summariser.asked;
  expect(request?.text).toContain("stays in src/zoo.ts");
  expect(request?.text).not.toContain(secret);
  expect(request?.maxTokens).toBe(600);
  expect(await call(rig, "lcm_expand_query", { question: "x", node_ids: ["sum_nobody"] })).toEqual({
    error: "no such nodes",
  });
});

test("what cannot be answered says why", async () => {
  using rig = await lcmRig({ replies: ["failing"] });
  expect(await call(rig, "lcm_expand", {})).toEqual({ error: "name either node_id or message_id" });
  expect(await call(rig, "lcm_expand", { message_id: 4 })).toEqual({ error: "nothing is stored as 4" });
  expect(await call(rig, "lcm_describe", { node_id: "sum_x" })).toEqual({ error: "no such node: sum_x" });
  expect(await call(rig, "lcm_describe")).toEqual({ total: 0, nodes: [], left_off: 0 });
  expect(await call(rig, "lcm_grep", { query: "%" })).toEqual({ nodes: [], messages: [] });
  expect(await call(rig, "lcm_expand_query", { question: "why?" })).toEqual({
    error: "nothing has been summed up yet",
  });
  expect(await call(rig, "lcm_grep", { query: 3 })).toHaveProperty("error");
  expect(await call(rig, "lcm_nothing")).toEqual({ error: "no such tool: lcm_nothing" });
});

test("the four tools cost a request little", () => {
  expect(estimateTokens(JSON.stringify(toolSchemas), familyOf("gpt-4o"))).toBeLessThan(350);
});
