import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import { createAgent, type Agent, type AgentOptions } from "../../src/app/library.ts";
import { sessionRequest } from "../../src/app/agent-setup.ts";
import { openSession } from "../../src/app/open-session.ts";
import type { SessionOpening } from "../../src/app/session-request.ts";
import type { EngineFactory } from "../../src/domain/engine-context.ts";
import type { HttpTransport } from "../../src/domain/http.ts";
import type { Tool } from "../../src/domain/tool.ts";
import { asTransport } from "../../src/simulator/as-transport.ts";
import { createSimulator, type Simulator } from "../../src/simulator/handler.ts";
import type { ScenarioInput } from "../../src/simulator/scenario.ts";
import { FakeClock } from "./fake-clock.ts";
import { windowEngine } from "./window-engine.ts";
import { fakeRng } from "./fake-rng.ts";

export type AgentWorld = {
  readonly agent: Agent;
  readonly clock: FakeClock;
  readonly simulator: Simulator;
  readonly home: string;
  readonly cwd: string;
  /** What has been committed so far, read past the program from the file. */
  readonly rows: () => readonly StoredRow[];
  /** A second agent over the same home, clock and wire: what a new process would be. */
  readonly another: (options?: Partial<AgentOptions>) => Promise<Agent>;
  /** A second session as surfaces get theirs, with what slash commands do to it. */
  readonly open: (options?: Partial<AgentOptions>) => Promise<OpenedSession>;
};

type OpenedSession = Extract<SessionOpening, { kind: "opened" }>;

type StoredRow = z.infer<typeof RowSchema>;
const RowSchema = z.object({ role: z.string(), content: z.string().nullable(), tool_calls: z.string().nullable() });

/** Stories are not about walls, and pids behind those mean nothing here. */
const withoutWalls = "terminal:\n  backend: local\n";

type WorldOptions = Partial<AgentOptions> & {
  /** Stands between the agent and the simulator. */
  readonly wrap?: (transport: HttpTransport) => HttpTransport;
  /** Tools that live by the world's clock. */
  readonly play?: (clock: FakeClock) => readonly Tool[];
  /** The text of config.yaml. */
  readonly config?: string;
  /** The engine the settings name, which asks the model for summaries; else one that needs none. */
  readonly realEngine?: boolean;
  /** Other files of the home, by their path in it. */
  readonly files?: Readonly<Record<string, string>>;
};

/** A whole agent with real files and a real database; only time and the model are played. */
export async function agentWorld(scenario: ScenarioInput, options: WorldOptions = {}): Promise<AgentWorld> {
  await partsLoaded();
  const {
    wrap = (transport) => transport,
    play = () => [],
    config = "",
    files = {},
    realEngine = false,
    ...overrides
  } = options;
  const root = mkdtempSync(join(tmpdir(), "hermes-world-"));
  const [home, cwd] = [join(root, "home"), mkdtempSync(join(root, "work-"))];
  const settings = config.includes("terminal:") ? config : `${config}\n${withoutWalls}`;
  for (const [name, text] of Object.entries({ "config.yaml": settings, ...files })) {
    mkdirSync(dirname(join(home, name)), { recursive: true });
    writeFileSync(join(home, name), text);
  }
  const clock = new FakeClock();
  const simulator = createSimulator({ clock, scenario });
  const transport = wrap(asTransport(simulator, clock));
  const namesEngine = realEngine || /^context:/m.test(config);
  const engine: Partial<AgentOptions> = namesEngine ? {} : { contextEngine: smallEngine(config) };
  const base: AgentOptions = {
    ...chatEndpoint,
    ...engine,
    home,
    cwd,
    clock,
    rng: fakeRng(),
    transport,
    extraTools: play(clock),
    checkpoints: false,
  };
  const another = (more: Partial<AgentOptions> = {}): Promise<Agent> => createAgent({ ...base, ...overrides, ...more });
  const open = async (more: Partial<AgentOptions> = {}): Promise<OpenedSession> => {
    const opening = await openSession(sessionRequest({ ...base, ...overrides, ...more }));
    if (opening.kind === "refused") throw new Error(opening.message);
    return opening;
  };
  return { agent: await another(), clock, simulator, home, cwd, rows: () => readRows(home), another, open };
}

/** It leaves out what is oldest, by the settings of the real one: a script need not foresee its summaries. */
function smallEngine(config: string): EngineFactory {
  const { compression = {} } = Compression.parse(parse(config) ?? {});
  const { threshold = 0.5, target_ratio: targetRatio = 0.2 } = compression;
  return ({ runtime }) => windowEngine({ ...runtime, threshold, targetRatio });
}

const Compression = z.looseObject({
  compression: z.looseObject({ threshold: z.number().optional(), target_ratio: z.number().optional() }).optional(),
});

/** What is loaded when first needed is loaded now: a clock that is moved by hand does not wait for a disk. */
async function partsLoaded(): Promise<void> {
  await import("../../src/app/approver-policy.ts");
  await import("../../src/app/build-plugins.ts");
  await import("../../src/app/web-way-out.ts");
  await import("../../src/context/compressor/run.ts");
  await import("../../src/context/lcm/lcm.ts");
  await import("../../src/mcp/host.ts");
  await import("../../src/provider/auxiliary/auxiliary.ts");
  await import("../../src/session/goal/judge-goal.ts");
  await import("../../src/session/references/attach-references.ts");
  await import("../../src/memory/review/background-review.ts");
  await import("../../src/tools/backends/local-backend.ts");
  await import("../../src/tools/checkpoints/session-checkpoints.ts");
  await import("../../src/tools/code/perform-code.ts");
  await import("../../src/tools/files/patch/perform-patch.ts");
  await import("../../src/tools/search/run-search.ts");
  await import("../../src/tools/terminal/perform.ts");
  await import("../../src/provider/protocols/anthropic-messages/anthropic-messages.ts");
  await import("../../src/provider/protocols/chat-completions/chat-completions.ts");
  await import("../../src/provider/protocols/openai-responses/openai-responses.ts");
}

export const chatEndpoint = {
  provider: "custom",
  model: "gpt-4o",
  baseUrl: "http://simulator.test/v1",
  apiKey: "sk-simulated-key-000000",
  apiMode: "chat_completions",
} as const satisfies AgentOptions;

export const anthropicEndpoint = {
  provider: "custom",
  model: "claude-sonnet-4-5",
  baseUrl: "http://simulator.test",
  apiKey: "sk-simulated-key-000000",
  apiMode: "anthropic_messages",
} as const satisfies AgentOptions;

export const responsesEndpoint = {
  provider: "custom",
  model: "gpt-5",
  baseUrl: "http://simulator.test/v1",
  apiKey: "sk-simulated-key-000000",
  apiMode: "codex_responses",
} as const satisfies AgentOptions;

function readRows(home: string): readonly StoredRow[] {
  using db = new DatabaseSync(join(home, "hermes.db"), { readOnly: true });
  const rows = db.prepare("SELECT role, content, tool_calls FROM messages ORDER BY id").all();
  return rows.map((row) => RowSchema.parse({ ...row }));
}

/** The vendor's own endpoint, where signed thinking is kept; the injected wire still leads to the simulator. */
export const anthropicItself = {
  ...anthropicEndpoint,
  provider: "anthropic",
  baseUrl: "https://api.anthropic.com",
} as const;
