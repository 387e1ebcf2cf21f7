import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import type { HttpTransport } from "../../src/domain/http.ts";
import { agentWorld } from "../support/agent-world.ts";

const says = (text: string) => ({ reply: { text } });
const drip = (text: string[]) => ({ reply: { text }, fault: { kind: "drip", delay_ms: 100 } as const });

test("[AL-B01] a stop while the model is silent ends the turn at once and adds nothing", async () => {
  const { agent, clock, rows } = await agentWorld({ steps: [{ fault: { kind: "stall" } }] });
  const turn = agent.runConversation("hello");
  await clock.advance(5_000);
  const stoppedAt = clock.now();
  agent.interrupt("enough");
  const result = await turn;
  expect(clock.now() - stoppedAt).toBeLessThanOrEqual(300);
  expect(result).toMatchObject({
    interrupted: true,
    exit_reason: "interrupted_during_api_call",
    interrupt_message: "enough",
    final_response: "Interrupted while waiting for the model (5 s).",
    total_tokens: 0,
  });
  expect(rows().map((row) => row.role)).toEqual(["user"]);
});

test("[AL-B02] what was already visible is returned for display and kept out of history", async () => {
  const shown: string[] = [];
  const { agent, clock, rows } = await agentWorld(
    { steps: [drip(["one ", "two ", "three ", "four ", "five"])] },
    { streamDeltaCallback: (text) => void shown.push(text ?? "") },
  );
  const turn = agent.runConversation("count");
  while (shown.length < 3) await clock.advance(50);
  agent.interrupt();
  const result = await turn;
  expect(result.exit_reason).toBe("interrupted_during_api_call");
  expect(result.partial_text).toBe(shown.join(""));
  expect(result.partial_text?.startsWith("one two three ")).toBe(true);
  expect(result.messages.map((message) => message.role)).toEqual(["user"]);
  expect(rows().map((row) => row.role)).toEqual(["user"]);
});

test("[AL-B03] an answer that arrives in the moment of the stop is discarded and not counted", async () => {
  const stopAtTheEnd =
    (transport: HttpTransport): HttpTransport =>
    async (request, signal) => {
      const response = await transport(request, signal);
      async function* body(): AsyncGenerator<Uint8Array> {
        const chunks: Uint8Array[] = [];
        for await (const chunk of response.body) chunks.push(chunk);
        world.agent.interrupt(); // the stop, and in the same tick the whole answer
        yield Buffer.concat(chunks);
      }
      return { ...response, body: body() };
    };
  const world = await agentWorld({ steps: [says("too late")] }, { wrap: stopAtTheEnd });
  const result = await world.agent.runConversation("hello");
  expect(result).toMatchObject({ exit_reason: "interrupted_during_api_call", total_tokens: 0, output_tokens: 0 });
  expect(result.messages.map((message) => message.role)).toEqual(["user"]);
});

test("[AL-B05] a stop before the turn starts means no request at all", async () => {
  const { agent, simulator } = await agentWorld({ steps: [says("never")] });
  agent.interrupt();
  const result = await agent.runConversation("hello");
  expect(result).toMatchObject({ interrupted: true, exit_reason: "interrupted_by_user", api_calls: 0 });
  expect(simulator.requests).toHaveLength(0);
});

test("[AL-B14] the turn after a stop starts normally, and the unanswered question goes along", async () => {
  const { agent, simulator } = await agentWorld({ steps: [says("fine")] });
  agent.interrupt();
  await agent.runConversation("first");
  expect(agent.isInterrupted).toBe(false);
  const result = await agent.runConversation("second");
  expect(result).toMatchObject({ final_response: "fine", interrupted: false, exit_reason: "text_response" });
  expect(JSON.stringify(simulator.requests[0]?.body)).toContain("first\\n\\nsecond");
});

test("a stop during a command kills it, answers every call and closes the history", async () => {
  const { agent, rows, cwd, clock } = await agentWorld(
    {
      steps: [
        {
          reply: {
            tool_calls: [
              { name: "terminal", arguments: { command: "echo > begun; sleep 600" } },
              { name: "read_file", arguments: { path: "a" } },
            ],
          },
        },
      ],
    },
    { yolo: true },
  );
  const turn = agent.runConversation("wait");
  await vi.waitUntil(() => existsSync(join(cwd, "begun")), { timeout: 30_000 });
  agent.interrupt();
  await clock.advance(0);
  const result = await turn;
  expect(result).toMatchObject({ interrupted: true, exit_reason: "interrupted_by_user" });
  expect(rows().map((row) => row.role)).toEqual(["user", "assistant", "tool", "tool", "assistant"]);
  expect(rows()[2]?.content).toContain("[Command interrupted]");
  expect(rows()[3]?.content).toContain("Cancelled");
});
