import { readFileSync } from "node:fs";
import { expect, vi } from "vitest";
import { z } from "zod";
import { systemClock } from "../../src/app/system-clock.ts";
import type { AgentEvent } from "../../src/domain/event.ts";
import { type Message, textOf } from "../../src/domain/message.ts";
import { agentWorld, anthropicEndpoint, type AgentWorld } from "./agent-world.ts";
import { oddServer } from "./mcp-world.ts";
import { calls } from "./played-tools.ts";

type WorldOptions = Parameters<typeof agentWorld>[1] & { readonly discoverySeconds?: number };
type Steps = Parameters<typeof agentWorld>[0]["steps"];

/** A world whose servers have answered before the first question. */
export async function worldOf(
  steps: Steps,
  servers: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
  { config = "", discoverySeconds = 30, ...options }: WorldOptions = {},
): Promise<AgentWorld> {
  const settings = `mcp: { discovery_timeout: ${discoverySeconds} }\nmcp_servers: ${JSON.stringify(servers)}\n${config}`;
  return agentWorld({ steps }, { ...anthropicEndpoint, clock: systemClock, config: settings, ...options });
}

export const desk = { desk: oddServer("many") };
export const search = (query: string) => calls({ name: "tool_search", arguments: { query, limit: 2 } });
export const through = (name: string, args: Readonly<Record<string, unknown>>) =>
  calls({ name: "tool_call", arguments: { name, arguments: args } });
export const closing = through("mcp__desk__closeTicket", { ticket: 7, reason: "done" });

const BodySchema = z.object({ tools: z.array(z.looseObject({ name: z.string() })) });
export const blocks = ({ simulator }: AgentWorld): readonly string[] =>
  simulator.requests.map(({ body }) => JSON.stringify(BodySchema.parse(body).tools));
export const namesIn = (block = "[]"): readonly string[] =>
  BodySchema.shape.tools.parse(JSON.parse(block)).map(({ name }) => name);
export const resultsIn = (messages: readonly Message[]): readonly string[] =>
  messages.flatMap((message) => (message.role === "tool" ? [textOf(message.content)] : []));

/** A server has told its tools, and says so in its diary. */
export async function listed(diary: string): Promise<void> {
  await vi.waitFor(() => expect(readFileSync(diary, "utf8")).toContain("listed"), { timeout: 20_000 });
}

export async function told({ agent }: AgentWorld, content: string): Promise<readonly AgentEvent[]> {
  const turn = agent.session.send({ content });
  const events: AgentEvent[] = [];
  for await (const event of turn.events) events.push(event);
  expect((await turn.result).completed).toBe(true);
  return events;
}
