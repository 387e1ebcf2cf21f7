import { expect, test } from "vitest";
import { systemClock } from "../../app/system-clock.ts";
import { createHttpTransport } from "../../provider/http/http-transport.ts";
import { agentWorld } from "../../../tests/support/agent-world.ts";
import { says } from "../../../tests/support/played-tools.ts";
import { bodyText, noticeBoard, refuses } from "../../../tests/support/refusals.ts";
import { serveScenario } from "../../../tests/support/serve-scenario.ts";

const invalid = refuses(400, "The request body is not valid JSON: invalid Unicode in string");

test("a refusal that names bad characters is answered with a cleaner body, and history keeps what was said", async () => {
  const world = await agentWorld({ steps: [invalid, says("read"), says("again")] });
  const result = await world.agent.runConversation("bell \u0007 and \uffff");
  expect(result).toMatchObject({ final_response: "read", api_calls: 1 });
  expect(bodyText(world, 0)).toContain("bell \\u0007 and \uffff");
  expect(bodyText(world, 1)).toContain("bell \ufffd and \ufffd");
  expect(result.messages[0]?.content).toBe("bell \u0007 and \uffff");
  await world.agent.runConversation("on");
  expect(bodyText(world, 2)).toContain("bell \\u0007"); // the latch was the turn's
});

test("a cleaner body that is refused as well ends the turn as any refusal", async () => {
  const { agent, simulator } = await agentWorld({ steps: [{ ...invalid, repeat: "forever" }] });
  expect(await agent.runConversation("hi")).toMatchObject({
    exit_reason: "api_error_nonretryable",
    failure_reason: "format_error",
  });
  expect(simulator.requests).toHaveLength(2);
});

test("a key with characters no header can carry is sent without them, and the person is told", async () => {
  await using model = await serveScenario({ steps: [says("let in")] });
  const { told, statusCallback } = noticeBoard();
  const { agent } = await agentWorld(
    {},
    {
      baseUrl: `${model.url}/v1`,
      apiKey: "sk-simulated\u200b-key\u2026-000000",
      clock: systemClock,
      transport: createHttpTransport({ clock: systemClock, environment: {} }),
      statusCallback,
    },
  );
  expect(await agent.chat("hi")).toBe("let in");
  expect(model.simulator.requests.map((request) => request.headers["authorization"])).toEqual([
    "Bearer sk-simulated-key-000000",
  ]);
  expect(told).toHaveLength(1);
  expect(told[0]).toMatch(
    /^warn: The key or a header holds characters that cannot be sent; they were left out\. Check /,
  );
  expect(told[0]).not.toContain("sk-");
});
