import { expect, test } from "vitest";
import { agentWorld } from "../support/agent-world.ts";
import { says } from "../support/played-tools.ts";
import { hasBubblewrap } from "../support/sandbox-world.ts";

const named = "inside a bubblewrap sandbox";

async function promptsOf(backend: string): Promise<readonly string[]> {
  const steps = [says("one"), says("two"), says("three")];
  const world = await agentWorld({ steps }, { config: `terminal:\n  backend: ${backend}\n` });
  await world.agent.runConversation("first");
  await world.agent.runConversation("second");
  await world.agent.close();
  const resumed = await world.another({ sessionId: world.agent.session.info.sessionId });
  await resumed.runConversation("third");
  await resumed.close();
  return world.simulator.requests.map(({ body }) => JSON.stringify(body).slice(0, 6_000));
}

test.skipIf(!hasBubblewrap)(
  "where `auto` finds walls the prompt names them, with the same bytes in every turn",
  async () => {
    const [first = "", ...later] = await promptsOf("auto");
    expect(first).toContain(named);
    expect(later).toHaveLength(2);
    expect(later.every((body) => body.includes(named))).toBe(true);
  },
);

test("without walls the prompt names none", async () => {
  const bodies = await promptsOf("local");
  expect(bodies.filter((body) => body.includes(named))).toEqual([]);
});
