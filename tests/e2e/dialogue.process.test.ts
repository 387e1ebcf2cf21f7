import { expect, test } from "vitest";
import { machineFor, start } from "../support/hermes-process.ts";
import { serveScenario } from "../support/serve-scenario.ts";

const asks = { reply: { tool_calls: [{ name: "clarify", arguments: { question: "Red?", choices: ["yes", "no"] } }] } };
const says = (text: string, last_contains: string) => ({ reply: { text }, expect: { last_contains } });
const dialogue = ["run", "--input-format", "stream-json", "--output-format", "stream-json"];

test("a client that reads the stream is asked and answers", async () => {
  await using server = await serveScenario({ steps: [asks, says("Red it is.", '"user_response":"yes"')] });
  const run = start(machineFor(server.url), dialogue, { input: null });
  run.child.stdin.write('{"type":"user","content":"paint it"}\n');
  let heard = "";
  run.child.stdout.on("data", (text: string) => void (heard += text));
  await run.said('"question":"Red?"');
  const id = /"type":"clarify".*?"id":"([^"]+)"/.exec(heard)?.[1];
  run.child.stdin.end(`${JSON.stringify({ type: "clarify", id, answer: "yes" })}\n`);
  const { code, out } = await run.ended;
  expect(code).toBe(0);
  expect(out).toContain('"result":"Red it is."');
});

test("a client that leaves is answered for, and the turn ends", async () => {
  await using server = await serveScenario({ steps: [asks, says("Blue, I assume.", "Nobody is there")] });
  const run = start(machineFor(server.url), dialogue, { input: null });
  run.child.stdin.write('{"type":"user","content":"paint it"}\n');
  await run.said('"question":"Red?"');
  run.child.stdin.end();
  const { code, out } = await run.ended;
  expect(code).toBe(0);
  expect(out).toContain('"result":"Blue, I assume."');
});

test("without such a client there is nobody to ask, and the model is not offered to", async () => {
  await using server = await serveScenario({ steps: [says("done", "paint it")] });
  const { code } = await start(machineFor(server.url), ["run", "paint it"]).ended;
  expect(code).toBe(0);
  expect(JSON.stringify(server.simulator.requests[0]?.body)).not.toContain("clarify");
});
