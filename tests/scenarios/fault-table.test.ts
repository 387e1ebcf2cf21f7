import { expect, test } from "vitest";
import { TransportError, type HttpTransport } from "../../src/domain/http.ts";
import type { ScenarioInput } from "../../src/simulator/scenario.ts";
import {
  agentWorld,
  anthropicEndpoint,
  chatEndpoint,
  responsesEndpoint,
  type AgentWorld,
} from "../support/agent-world.ts";
import { playedTools } from "../support/played-tools.ts";

type Step = NonNullable<ScenarioInput["steps"]>[number];
type Fault = NonNullable<Step["fault"]>;
type Endpoint = typeof chatEndpoint | typeof anthropicEndpoint | typeof responsesEndpoint;

/** A task of four calls, one a step, and an answer: what stands in the way of the third call or of the answer. */
type Row = {
  readonly name: string;
  readonly third?: (middle: number) => readonly Step[];
  readonly answer?: (middle: number) => readonly Step[];
  readonly config?: (endpoint: Endpoint) => string;
  readonly wrap?: (wire: HttpTransport) => HttpTransport;
  /** What shows that the fault was met. */
  readonly met: (world: AgentWorld, seen: Seen) => void;
};
type Seen = { readonly drafted: number; readonly shown: string; readonly final: string; readonly waited: number };

const longNote = "a note as long as this one needs many pieces on the wire ".repeat(20);
const call = (as: string): Step => ({ reply: { tool_calls: [{ name: "work", arguments: { as, says: longNote } }] } });
const points = Array.from({ length: 130 }, (_, index) => `point ${index}`).join(", ");
const answer = `The task is done, and this is what it came to: ${points}. That is all.`;
const refuses = (status: number, headers: Record<string, string> = {}): Step => ({
  fault: { kind: "status", status, headers },
});
const spoiled = (step: Step, fault: Fault): Step => ({ ...step, fault });
const statuses = ({ simulator }: AgentWorld): readonly number[] => simulator.requests.map(({ status }) => status);
const asked = (times: number) => (world: AgentWorld) => expect(world.simulator.requests).toHaveLength(times);
const secondKey = "sk-another-key-0000001";

const rows: readonly Row[] = [
  {
    name: "429 with Retry-After",
    third: () => [refuses(429, { "retry-after": "120" })],
    met: (world, { waited }) => {
      expect(statuses(world)).toEqual([200, 200, 429, 200, 200, 200]);
      expect(waited).toBeGreaterThanOrEqual(120_000);
    },
  },
  {
    name: "529 twice",
    third: () => [refuses(529), refuses(529)],
    met: (world) => expect(statuses(world)).toEqual([200, 200, 529, 529, 200, 200, 200]),
  },
  {
    name: "503 twice",
    third: () => [refuses(503), refuses(503)],
    met: (world) => expect(statuses(world)).toEqual([200, 200, 503, 503, 200, 200, 200]),
  },
  {
    name: "a stream cut inside a tool call",
    third: (middle) => [spoiled(call("lost"), { kind: "cut", at_byte: middle })],
    met: (world, { drafted }) => {
      asked(6)(world);
      expect(drafted).toBe(5);
    },
  },
  {
    name: "a stream cut inside the final text",
    answer: (middle) => [spoiled({ reply: { text: answer } }, { kind: "cut", at_byte: middle })],
    met: (world, { shown, final }) => {
      asked(6)(world);
      expect(final.length).toBeGreaterThan(answer.length); // what was shown before the cut, and what followed
      expect(shown.startsWith("The task is done")).toBe(true);
    },
  },
  {
    name: "malformed tool JSON",
    third: () => [{ reply: { tool_calls: [{ name: "work", raw: '{"as": lost}' }] } }],
    met: asked(6),
  },
  { name: "an empty answer", third: () => [{ reply: { text: "" } }], met: asked(6) },
  { name: "an answer without a byte", third: () => [spoiled(call("lost"), { kind: "empty" })], met: asked(6) },
  {
    name: "a stall, then a cut",
    third: (middle) => [spoiled(call("lost"), { kind: "stall", at_byte: middle, cut_after_ms: 5_000 })],
    met: (world, { waited }) => {
      asked(6)(world);
      expect(waited).toBeGreaterThanOrEqual(5_000);
    },
  },
  {
    name: "a stall without end",
    third: (middle) => [spoiled(call("lost"), { kind: "stall", at_byte: middle })],
    met: asked(6),
  },
  {
    name: "413",
    third: () => [refuses(413)],
    met: (world) => expect(statuses(world)).toEqual([200, 200, 413, 200, 200, 200]),
  },
  {
    name: "a context overflow",
    third: () => [{ fault: { kind: "overflow", above_tokens: 0 } }],
    met: (world) => expect(statuses(world)).toEqual([200, 200, 400, 200, 200, 200]),
  },
  {
    name: "401 with a second key",
    third: () => [refuses(401)],
    config: () => `providers:\n  custom:\n    api_keys: [${secondKey}]\n`,
    met: (world) => {
      const keys = world.simulator.requests.map(({ headers }) => JSON.stringify(headers).includes(secondKey));
      expect(keys).toEqual([false, false, false, true, true, true]);
    },
  },
  {
    name: "a dead primary with a fallback",
    config: ({ baseUrl, apiMode, model }) =>
      `providers:\n  backup:\n    base_url: ${baseUrl.replace("simulator", "backup")}\n    api_key: ${secondKey}\n` +
      `    api_mode: ${apiMode}\nfallback_providers:\n  - { provider: backup, model: ${model} }\n`,
    wrap: (wire) => {
      let requests = 0;
      return (request, signal) => {
        requests += 1;
        const dead = requests > 2 && !request.url.includes("backup");
        return dead ? Promise.reject(new TransportError("connect", "Connection refused")) : wire(request, signal);
      };
    },
    met: (world) => {
      const keys = world.simulator.requests.map(({ headers }) => JSON.stringify(headers).includes(secondKey));
      expect(keys).toEqual([false, false, true, true, true]);
    },
  },
];

const work = playedTools();
const peaceful = [call("a"), call("b"), call("c"), call("d"), { reply: { text: answer } }];

/** How many bytes each answer has when nothing goes wrong: the middle of a long one lies inside the call or the text. */
async function answerSizes(endpoint: Endpoint): Promise<readonly number[]> {
  const sizes: number[] = [];
  const wrap =
    (wire: HttpTransport): HttpTransport =>
    async (request, signal) => {
      const response = await wire(request, signal);
      const index = sizes.push(0) - 1;
      const add = (bytes: number): void => void (sizes[index] = (sizes[index] ?? 0) + bytes);
      return { ...response, body: counted(response.body, add) };
    };
  const play = work.tools({ name: "work", concurrency: "shell" });
  const { agent, clock } = await agentWorld({ steps: peaceful }, { ...endpoint, play, wrap });
  await clock.runUntil(agent.runConversation("Go."));
  return sizes;
}

async function* counted(body: AsyncIterable<Uint8Array>, add: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  for await (const piece of body) {
    add(piece.length);
    yield piece;
  }
}

function middleOf(size = 0): number {
  return Math.floor(size / 2);
}

const table = [chatEndpoint, anthropicEndpoint, responsesEndpoint].flatMap((endpoint) =>
  rows.map((row) => ({ ...row, endpoint, mode: endpoint.apiMode })),
);

test.each(table)("$mode: $name does not keep a task from being done once", async (row) => {
  const { config, wrap, endpoint, met } = row;
  const sizes = await answerSizes(endpoint);
  const third = row.third?.(middleOf(sizes[2])) ?? [];
  const tried = row.answer?.(middleOf(sizes[4])) ?? [];
  const script = playedTools();
  const [shown, drafts]: [string[], string[]] = [[], []];
  const world = await agentWorld(
    { steps: [call("a"), call("b"), ...third, call("c"), call("d"), ...tried, { reply: { text: answer } }] },
    {
      ...endpoint,
      play: script.tools({ name: "work", concurrency: "shell" }),
      streamDeltaCallback: (text) => void shown.push(text ?? ""),
      toolGenCallback: (name) => void drafts.push(name),
      ...(config === undefined ? {} : { config: config(endpoint) }),
      ...(wrap === undefined ? {} : { wrap }),
    },
  );
  const startedMs = world.clock.now();
  const { completed, exit_reason, final_response } = await world.clock.runUntil(world.agent.runConversation("Go."));
  expect({ completed, exit_reason, done: script.told }).toEqual({
    completed: true,
    exit_reason: "text_response",
    done: ["+a", "-a", "+b", "-b", "+c", "-c", "+d", "-d"],
  });
  expect(final_response?.endsWith(answer)).toBe(true);
  const waited = world.clock.now() - startedMs;
  met(world, { drafted: drafts.length, shown: shown.join("").trimStart(), final: final_response ?? "", waited });
});
