import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { expect, test } from "vitest";
import { agentWorld, chatEndpoint, type AgentWorld } from "../support/agent-world.ts";
import { spareWire, withSpare } from "../support/spare-wire.ts";

const says = (text: string) => ({ reply: { text } });
const refuses = (status: number, more: { headers?: Record<string, string>; message?: string; code?: string } = {}) => ({
  fault: { kind: "status" as const, status, ...more },
});

const [first, second] = [chatEndpoint.apiKey, "sk-second-key-1111111"];
const twoKeys = `providers: {custom: {api_keys: [${second}]}}\n`;

const keysUsed = ({ simulator }: AgentWorld): readonly unknown[] =>
  simulator.requests.map(({ headers }) => headers["authorization"]?.replace("Bearer ", ""));

const PoolRow = z.object({ status: z.string(), available_at: z.number().nullable() });
const AuthFile = z.object({ credential_pool: z.record(z.string(), z.array(PoolRow)) });
const marks = ({ home }: AgentWorld) =>
  Object.values(AuthFile.parse(JSON.parse(readFileSync(join(home, "auth.json"), "utf8"))).credential_pool).flat();

test("[AL-E18] a key without money gives way to the second at once, and rests for an hour", async () => {
  const world = await agentWorld(
    { steps: [refuses(402, { message: "payment required" }), says("paid")] },
    { config: twoKeys },
  );
  const before = world.clock.now();
  const result = await world.agent.runConversation("go");
  expect(result).toMatchObject({ final_response: "paid", api_calls: 1 });
  expect(keysUsed(world)).toEqual([first, second]);
  expect(world.clock.now()).toBe(before);
  expect(marks(world).map((row) => row.available_at)).toContain(before / 1_000 + 3_600);
});

test("[AL-E19] a first 429 is tried again with the same key", async () => {
  const world = await agentWorld({ steps: [refuses(429), says("ok")] }, { config: twoKeys });
  expect(await world.clock.runUntil(world.agent.chat("go"))).toBe("ok");
  expect(keysUsed(world)).toEqual([first, first]);
});

test("[AL-E20] the second 429 in a row brings the second key", async () => {
  const world = await agentWorld({ steps: [refuses(429), refuses(429), says("ok")] }, { config: twoKeys });
  expect(await world.clock.runUntil(world.agent.chat("go"))).toBe("ok");
  expect(keysUsed(world)).toEqual([first, first, second]);
});

test("[AL-E21] a revoked key is dead, for this turn and for every later one", async () => {
  const revoked = refuses(401, { message: "token revoked", code: "token_revoked" });
  const world = await agentWorld({ steps: [revoked, says("ok"), says("later"), says("anew")] }, { config: twoKeys });
  expect(await world.agent.chat("go")).toBe("ok");
  await world.clock.advance(30 * 24 * 3_600_000);
  expect(await world.agent.chat("still there?")).toBe("later");
  expect(await (await world.another()).chat("a new process")).toBe("anew");
  expect(keysUsed(world)).toEqual([first, second, second, second]);
});

test("[AL-E16] a key that was replaced on disk is read again, within the same step", async () => {
  const world = await agentWorld({ steps: [refuses(401), says("let in")] }, { apiKey: undefined, config: "" });
  const keyed = (key: string): void =>
    writeFileSync(join(world.home, "config.yaml"), `providers: {custom: {api_key: ${key}}}\n`);
  keyed("sk-old-key-00000000");
  const agent = await world.another();
  keyed("sk-new-key-00000000");
  const result = await agent.runConversation("go");
  expect(result).toMatchObject({ final_response: "let in", api_calls: 1 });
  expect(keysUsed(world)).toEqual(["sk-old-key-00000000", "sk-new-key-00000000"]);
});

test("a 401 with nothing new to try says so once and is not repeated", async () => {
  const world = await agentWorld({ steps: [refuses(401, { message: "invalid api key" })] });
  const result = await world.agent.runConversation("go");
  expect(result).toMatchObject({ failed: true, exit_reason: "api_error_nonretryable", failure_reason: "auth" });
  expect(keysUsed(world)).toEqual([first]);
});

test("[AL-E22] an upstream's limit is no fault of a key: none rotates, the fallback answers at once", async () => {
  const spare = spareWire({ steps: [says("from the spare")] });
  const upstream = {
    error: { message: "Provider returned error", code: 429, metadata: { raw: "slow down", provider_name: "Other" } },
  };
  const world = await agentWorld(
    { steps: [{ fault: { kind: "status", status: 429, body: JSON.stringify(upstream) } }] },
    { config: twoKeys + withSpare(), wrap: spare.wrap },
  );
  const before = world.clock.now();
  expect(await world.agent.chat("go")).toBe("from the spare");
  expect(keysUsed(world)).toEqual([first]);
  expect(world.clock.now()).toBe(before);
});
