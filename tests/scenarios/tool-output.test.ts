import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { textOf } from "../../src/domain/message.ts";
import { agentWorld, anthropicEndpoint } from "../support/agent-world.ts";
import { calls, playedTools, says, type PlayedCall } from "../support/played-tools.ts";

const parts = [{ name: "lookup", concurrency: "free", readOnly: true }] as const;
const search = (chars: number) => ({ name: "lookup", id: `toolu_${chars}`, arguments: { chars } });

async function play(...batch: readonly PlayedCall[]) {
  const script = playedTools();
  const world = await agentWorld(
    { steps: [calls(...batch), says("done")] },
    { ...anthropicEndpoint, play: script.tools(...parts) },
  );
  writeFileSync(join(world.cwd, "quotes.txt"), `${'"'.repeat(35)}\n`.repeat(2_000)); // escaped, it is twice as long
  const result = await world.clock.runUntil(world.agent.runConversation("go"));
  const texts = result.messages.flatMap((each) => (each.role === "tool" ? [textOf(each.content)] : []));
  expect(world.rows().flatMap((row) => (row.role === "tool" ? [row.content] : []))).toEqual(texts);
  return { texts, world, folder: join(world.home, "cache", "spill") };
}

test("[AL-G13] a result of 250,000 characters goes to a file whole, and the model gets its place", async () => {
  const { texts, folder } = await play(search(250_000));
  const path = join(folder, "toolu_250000.txt");
  expect(texts[0]).toMatch(/^<persisted-output>\nThe result has 250000 characters/);
  expect(texts[0]).toContain(path);
  expect(texts[0]?.length).toBeLessThan(2_500);
  expect(readFileSync(path, "utf8")).toBe("x".repeat(250_000));
});

test("[AL-G14] results that are too much together: the largest go to files until the rest fits", async () => {
  const { texts, folder, world } = await play(...[60_000, 60_004, 60_001, 60_003, 60_002].map(search));
  expect(texts.map((text) => text.startsWith("<persisted-output>"))).toEqual([false, true, false, true, false]);
  expect(texts.join("").length).toBeLessThanOrEqual(200_000);
  expect(readdirSync(folder).toSorted()).toEqual(["toolu_60003.txt", "toolu_60004.txt"]);
  expect(JSON.stringify(world.simulator.requests[1]?.body).length).toBeLessThan(220_000); // and so it was sent
});

test("[AL-G15] what read_file returns is not cut by the limit of one result", async () => {
  const { texts, folder } = await play({ name: "read_file", arguments: { path: "quotes.txt" } });
  expect(texts[0]?.length).toBeGreaterThan(150_000);
  expect(texts[0]).toContain('"total_lines":2000');
  expect(existsSync(folder)).toBe(false);
});
