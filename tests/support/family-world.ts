import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import type { AgentOptions } from "../../src/app/library.ts";
import type { AgentEvent } from "../../src/domain/event.ts";
import type { HttpTransport } from "../../src/domain/http.ts";
import { textOf } from "../../src/domain/message.ts";
import type { Tool } from "../../src/domain/tool.ts";
import type { TurnResult } from "../../src/domain/turn.ts";
import { asTransport } from "../../src/simulator/as-transport.ts";
import { createSimulator, type Simulator } from "../../src/simulator/handler.ts";
import type { ScenarioInput } from "../../src/simulator/scenario.ts";
import { agentWorld, type AgentWorld } from "./agent-world.ts";
import type { FakeClock } from "./fake-clock.ts";
import { calls } from "./played-tools.ts";

export type FamilyWorld = AgentWorld & {
  /** What the child with this goal asked its model. */
  readonly asked: (goal: string) => Simulator["requests"];
  /** A turn of the parent, with everything its watchers saw. */
  readonly ask: (text: string) => { readonly events: AgentEvent[]; readonly result: Promise<TurnResult> };
};

type FamilyOptions = Partial<AgentOptions> & {
  readonly config?: string;
  /** Other files of the home, by their path in it. */
  readonly files?: Readonly<Record<string, string>>;
  readonly play?: (clock: FakeClock) => readonly Tool[];
};

const Body = z.object({ messages: z.array(z.looseObject({ role: z.string(), content: z.unknown() })) });

/** An agent whose children have scripts of their own, found by the goal their first message begins with. */
export async function familyWorld(
  parent: ScenarioInput,
  children: Readonly<Record<string, ScenarioInput>>,
  { play = () => [], ...options }: FamilyOptions = {},
): Promise<FamilyWorld> {
  const models = new Map<string, { readonly simulator: Simulator; readonly transport: HttpTransport }>();
  const world = await agentWorld(parent, {
    ...options,
    play: (clock) => {
      for (const [goal, scenario] of Object.entries(children)) {
        const simulator = createSimulator({ clock, scenario });
        models.set(goal, { simulator, transport: asTransport(simulator, clock) });
      }
      return play(clock);
    },
    wrap: (parents) => (request, signal) => {
      const question = questionIn(request.body);
      const goal = [...models.keys()].find((key) => question.startsWith(key));
      return ((goal === undefined ? undefined : models.get(goal)?.transport) ?? parents)(request, signal);
    },
  });
  return {
    ...world,
    asked: (goal) => models.get(goal)?.simulator.requests ?? [],
    ask: (text) => {
      const events: AgentEvent[] = [];
      const turn = world.agent.session.send({ content: text });
      const heard = collect(turn.events, events);
      return { events, result: turn.result.finally(() => heard) };
    },
  };
}

function questionIn(body: string): string {
  const first = Body.parse(JSON.parse(body)).messages.find(({ role }) => role === "user")?.content;
  return typeof first === "string" ? first : JSON.stringify(first);
}

async function collect(events: AsyncIterable<AgentEvent>, into: AgentEvent[]): Promise<void> {
  for await (const event of events) into.push(event);
}

export const delegates = (args: Readonly<Record<string, unknown>>) => calls({ name: "delegate_task", arguments: args });
export const batch = (...goals: readonly string[]) => delegates({ tasks: goals.map((goal) => ({ goal })) });

const Report = z.looseObject({ task_index: z.int(), status: z.string(), summary: z.string() });
const Reports = z.object({ results: z.array(Report), total_duration_seconds: z.number() });

/** What the parent's model got back from its last call. */
export function reportsIn({ messages }: Pick<TurnResult, "messages">): z.infer<typeof Report>[] {
  const answer = messages.findLast((message) => message.role === "tool");
  return Reports.parse(JSON.parse(textOf(answer?.content ?? ""))).results;
}

/** Rows as they are on disk, read past the program. */
export function table(home: string, sql: string): unknown[] {
  using db = new DatabaseSync(join(home, "hermes.db"), { readOnly: true });
  return db
    .prepare(sql)
    .all()
    .map((row) => ({ ...row }));
}
