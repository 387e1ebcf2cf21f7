import { agentWorld, type AgentWorld } from "./agent-world.ts";
import type { AgentEvent } from "../../src/domain/event.ts";

export type LongTalk = {
  readonly world: AgentWorld;
  readonly sessionIds: ReadonlySet<string>;
  /** One for each batch that was told of. */
  readonly told: readonly AgentEvent[];
};

/** A conversation of so many turns under the lossless engine, closed. */
export async function longTalk(turns: number, threshold: number): Promise<LongTalk> {
  const config = `context:\n  engine: lcm\ncompression:\n  threshold: ${threshold}\n`;
  const steps = Array.from({ length: 2 * turns }, (_, index) => ({
    reply: { text: `answer ${index} ${`src/file-${index}.ts is fine. `.repeat(12)}` },
  }));
  const world = await agentWorld({ steps }, { config });
  const told: AgentEvent[] = [];
  const sessionIds = new Set<string>();
  for (let index = 0; index < turns; index++) {
    const turn = world.agent.session.send({ content: `question ${index} ${"about the matter ".repeat(10)}` });
    const heard = (async () => {
      for await (const event of turn.events) if (event.type === "compression.finished") told.push(event);
    })();
    const { session_id: id, exit_reason: reason } = await turn.result;
    await heard;
    if (reason !== "text_response") throw new Error(`turn ${index} ended with ${reason}`);
    sessionIds.add(id);
  }
  await world.agent.close();
  return { world, sessionIds, told };
}
