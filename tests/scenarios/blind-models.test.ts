import { DatabaseSync } from "node:sqlite";
import { join } from "node:path";
import { expect, test } from "vitest";
import { agentWorld } from "../support/agent-world.ts";
import { spareHost, spareWire } from "../support/spare-wire.ts";

const says = (text: string) => ({ reply: { text } });
const picture =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const shown = (text: string) => [
  { type: "text" as const, text },
  { type: "image_url" as const, image_url: { url: picture } },
];
const eyes = `auxiliary: {vision: {base_url: "http://${spareHost}/v1", api_key: sk-eyes-key-00000000, model: gpt-4o-mini, api_mode: chat_completions}}\n`;
const blind = { model: "deepseek-chat" } as const;

test("a model that cannot see gets images in words, each described once, and history keeps the image", async () => {
  const spare = spareWire({ steps: [says("A red square.")] });
  const world = await agentWorld(
    { steps: [says("It is red."), says("Still red.")] },
    { ...blind, config: eyes, wrap: spare.wrap },
  );
  const result = await world.agent.runConversation(shown("what is this?"));
  await world.agent.runConversation("and now?");
  expect(spare.simulator.requests).toHaveLength(1);
  for (const { text } of world.simulator.requests) {
    expect(text).not.toContain("data:image/png");
    expect(text).toMatch(/described by another model: A red square\.\][^]*what is this\?/);
  }
  expect(JSON.stringify(result.messages)).toContain("data:image/png");
  using db = new DatabaseSync(join(world.home, "hermes.db"), { readOnly: true });
  const rows = db.prepare("SELECT task, model, api_calls FROM usage ORDER BY task").all();
  expect(rows.map((row) => ({ ...row }))).toEqual([
    { task: "", model: "deepseek-chat", api_calls: 2 },
    { task: "vision", model: "gpt-4o-mini", api_calls: 1 },
  ]);
});

test("when nobody can describe it the person is told once, and the model knows that something is missing", async () => {
  const notices: string[] = [];
  const spare = spareWire({ steps: [{ fault: { kind: "status", status: 401 }, repeat: "forever" }] });
  const world = await agentWorld(
    { steps: [says("I cannot see it."), says("Still not.")] },
    {
      ...blind,
      config: eyes,
      wrap: spare.wrap,
      statusCallback: (kind, text) => void (kind === "warn" && notices.push(text)),
    },
  );
  await world.clock.runUntil(world.agent.runConversation(shown("what is this?")));
  await world.clock.runUntil(world.agent.runConversation("and now?"));
  expect(notices).toHaveLength(1);
  expect(world.simulator.requests[0]?.text).toContain("An image was here");
});

test("a model that sees gets the image itself", async () => {
  const spare = spareWire({});
  const world = await agentWorld({ steps: [says("Red.")] }, { config: eyes, wrap: spare.wrap });
  await world.agent.runConversation(shown("what is this?"));
  expect(world.simulator.requests[0]?.text).toContain("data:image/png");
  expect(spare.simulator.requests).toHaveLength(0);
});
