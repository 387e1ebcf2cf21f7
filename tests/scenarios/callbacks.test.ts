import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { TurnRunningError, type AgentCallbacks, type TurnResult } from "../../src/app/library.ts";
import { agentWorld, anthropicEndpoint } from "../support/agent-world.ts";
import { spareHost, spareWire } from "../support/spare-wire.ts";

const says = (text: string) => ({ reply: { text } });
const reads = { reply: { text: "Let me look.", tool_calls: [{ name: "read_file", arguments: { path: "note.txt" } }] } };
const story = { steps: [reads, reads, says("\n\nAll done.")] };

test("[AL-A17] a second turn while one runs is refused, and the first goes on", async () => {
  const { agent } = await agentWorld({ steps: [says("first")] });
  const running = agent.runConversation("a");
  await expect(agent.runConversation("b")).rejects.toThrow(TurnRunningError);
  expect(await running).toMatchObject({ final_response: "first", exit_reason: "text_response" });
});

function explode(): never {
  throw new Error("callback");
}

/** Everything of a result that does not depend on when and where it ran. */
function essence({ session_id: _id, turn_id: _turn, messages, ...rest }: TurnResult) {
  return { ...rest, messages: messages.map(({ timestamp: _at, ...message }) => message) };
}

test("[AL-A19] callbacks that throw change nothing about the turn", async () => {
  const callbacks: Required<AgentCallbacks> = {
    toolProgressCallback: explode,
    thinkingCallback: explode,
    reasoningCallback: explode,
    stepCallback: explode,
    streamDeltaCallback: explode,
    toolGenCallback: explode,
    statusCallback: explode,
    clarifyCallback: explode,
    interimAssistantCallback: explode,
    eventCallback: explode,
  };
  const sameTools = { enabledToolsets: ["file"] }; // whoever can be asked is offered one tool more
  const quiet = await agentWorld(story, sameTools);
  const loud = await agentWorld(story, { ...callbacks, ...sameTools });
  const [without, with_] = [await quiet.agent.runConversation("go"), await loud.agent.runConversation("go")];
  expect(essence(with_)).toEqual(essence(without));
});

test("[AL-A20] the step callback comes after each step with the tools it ran", async () => {
  const steps: [number, string[]][] = [];
  const { agent, cwd } = await agentWorld(story, {
    stepCallback: (step, tools) => void steps.push([step, tools.map((tool) => `${tool.name} ${tool.arguments}`)]),
  });
  writeFileSync(join(cwd, "note.txt"), "hello\n");
  await agent.runConversation("go");
  const call = 'read_file {"path":"note.txt"}';
  expect(steps).toEqual([
    [1, [call]],
    [2, [call]],
    [3, []],
  ]);
});

test("[AL-A21] the visible stream marks the end of a segment once before tools, and goes on with a blank line", async () => {
  const stream: (string | null)[] = [];
  const { agent } = await agentWorld(
    { steps: [reads, says("Done.")] },
    { streamDeltaCallback: (text) => void stream.push(text) },
  );
  await agent.runConversation("go");
  const end = stream.indexOf(null);
  expect(stream.filter((text) => text === null)).toHaveLength(1);
  expect(stream.slice(0, end).join("")).toBe("Let me look.");
  expect(stream.slice(end + 1).join("")).toBe("\n\nDone.");
});

test("tool progress and drafts are told by name", async () => {
  const told: string[] = [];
  const { agent, cwd } = await agentWorld(
    { steps: [reads, says("Done.")] },
    {
      toolGenCallback: (name) => void told.push(`draft ${name}`),
      toolProgressCallback: (...[event, name, preview, , extra]) =>
        void told.push([event, name, preview, extra?.is_error ?? ""].join(" ").trim()),
    },
  );
  writeFileSync(join(cwd, "note.txt"), "hello\n");
  await agent.runConversation("go");
  expect(told).toEqual([
    "draft read_file",
    "reasoning.available _thinking Let me look.",
    "tool.started read_file note.txt",
    "tool.completed read_file  false",
    "reasoning.available _thinking Done.",
  ]);
});

test("text beside calls is told as interim text, and everything as events", async () => {
  const interim: string[] = [];
  const types = new Set<string>();
  const { agent } = await agentWorld(
    { steps: [reads, says("Done.")] },
    {
      interimAssistantCallback: (text, { alreadyStreamed }) => void interim.push(`${text} ${alreadyStreamed}`),
      eventCallback: ({ type }) => void types.add(type),
    },
  );
  await agent.runConversation("go");
  expect(interim).toEqual(["Let me look. false"]);
  expect([...types]).toEqual(expect.arrayContaining(["session.started", "tool.finished", "turn.finished"]));
});

test("waiting for the model is said once and taken back once per request", async () => {
  const said: string[] = [];
  const { agent, clock } = await agentWorld(
    { steps: [{ fault: { kind: "status", status: 500 } }, says("one two three")] },
    { thinkingCallback: (text) => void said.push(text) },
  );
  await clock.runUntil(agent.runConversation("go"));
  expect(said).toEqual(["thinking", "", "thinking", ""]);
});

const thinker = { ...anthropicEndpoint, reasoningConfig: { effort: "low" } } as const;
const thinking = { steps: [{ reply: { text: "b", thinking: "First this, then that." } }] };

test("thoughts come in pieces to whoever reads along, and whole to everybody else", async () => {
  const whole: string[] = [];
  const alone = await agentWorld(thinking, { ...thinker, reasoningCallback: (text) => void whole.push(text) });
  await alone.agent.runConversation("go");
  expect(whole).toEqual(["First this, then that."]);
  const pieces: string[] = [];
  const reader = await agentWorld(thinking, { ...thinker, reasoningCallback: (text) => void pieces.push(text) });
  await reader.agent.runConversation("go", { streamCallback: () => undefined });
  expect(pieces.length).toBeGreaterThan(1);
  expect(pieces.join("")).toBe("First this, then that.");
});

test("a callback that returns a promise may fail as well", async () => {
  const logged: string[] = [];
  const { agent } = await agentWorld(
    { steps: [says("fine")] },
    {
      stepCallback: () => Promise.reject(new Error("later")),
      log: (_level, event, fields) => void logged.push(`${event} ${String(fields?.["callback"])}`),
    },
  );
  expect(await agent.chat("go")).toBe("fine");
  expect(logged).toEqual(["callback.failed stepCallback"]);
});

const asks = { reply: { tool_calls: [{ name: "clarify", arguments: { question: "Red?", choices: ["yes", "no"] } }] } };
const asked = { question: "Red?", choices_offered: ["yes", "no"] };

test("a question of the model's goes to the callback, and its answer is the result", async () => {
  const questions: unknown[] = [];
  const { agent, rows } = await agentWorld(
    { steps: [asks, says("Red it is.")] },
    {
      clarifyCallback: async (...question) => {
        questions.push(question);
        return "yes";
      },
    },
  );
  expect(await agent.chat("paint it")).toBe("Red it is.");
  expect(questions).toEqual([["Red?", ["yes", "no"], { multiSelect: false }]]);
  expect(resultsIn(rows())).toEqual([{ ...asked, user_response: "yes" }]);
});

test("a callback that fails leaves the question unanswered, and the turn goes on", async () => {
  const { agent, rows } = await agentWorld({ steps: [asks, says("Then blue.")] }, { clarifyCallback: explode });
  expect(await agent.chat("paint it")).toBe("Then blue.");
  const unanswered: unknown = expect.stringContaining("did not answer");
  expect(resultsIn(rows())).toEqual([{ error: unanswered }]);
});

test("questions can be answered from the events, and a stop ends the wait for an answer", async () => {
  const { agent, rows } = await agentWorld({ steps: [asks, says("Red.")] }, { answersQuestions: true });
  const turn = agent.session.send({ content: "paint it" });
  for await (const event of turn.events)
    if (event.type === "question.asked") expect(agent.session.answer(event.question.id, "yes")).toBe(true);
  expect((await turn.result).final_response).toBe("Red.");
  expect(resultsIn(rows())).toEqual([{ ...asked, user_response: "yes" }]);
  expect(agent.session.answer("nobody asked", "yes")).toBe(false);
  const other = await agentWorld({ steps: [asks] }, { answersQuestions: true });
  const waiting = other.agent.session.send({ content: "paint it" });
  for await (const event of waiting.events) if (event.type === "question.asked") other.agent.interrupt();
  expect(await waiting.result).toMatchObject({ interrupted: true });
});

test("where nobody can answer, there is no such tool", async () => {
  const { agent } = await agentWorld({ steps: [] });
  expect(agent.session.info.tools).not.toContain("clarify");
  const other = await agentWorld({ steps: [] }, { clarifyCallback: async () => "" });
  expect(other.agent.session.info.tools).toContain("clarify");
});

function resultsIn(rows: readonly { readonly role: string; readonly content: string | null }[]): readonly unknown[] {
  return rows.flatMap(({ role, content }): unknown[] => (role === "tool" ? [JSON.parse(content ?? "null")] : []));
}

const broken = { fault: { kind: "status", status: 500, message: "out of order" } } as const;

/** Status lines and the typed events behind them, in the order they came, with the time of each. */
async function troubled(steps: Parameters<typeof agentWorld>[0]["steps"]) {
  const lines: string[] = [];
  const events: string[] = [];
  const startedAt: number[] = [];
  const world = await agentWorld(
    { steps },
    {
      statusCallback: (kind, message) => void lines.push(`${kind}: ${message}`),
      eventCallback: ({ type }) => {
        if (type === "recovery.applied") events.push(`${type} after ${lines.length} lines`);
        if (type === "recovery.applied") startedAt.push(world.clock.now());
      },
    },
  );
  const result = await world.clock.runUntil(world.agent.runConversation("go"));
  return { lines, events, startedAt, result, endedAt: world.clock.now() };
}

test("[AL-A22] retries are events at once; their lines reach the person only when the turn fails, in order", async () => {
  const saved = await troubled([broken, broken, says("back")]);
  const [first = NaN, second = NaN] = saved.startedAt;
  expect(saved.result.final_response).toBe("back");
  expect(saved.events).toEqual(["recovery.applied after 0 lines", "recovery.applied after 0 lines"]);
  expect(second - first).toBeGreaterThanOrEqual(2_000); // told before its wait, not after
  expect(saved.endedAt - second).toBeGreaterThanOrEqual(4_000);
  expect(saved.lines).toEqual([]);

  const lost = await troubled([{ ...broken, repeat: 3 }]);
  expect(lost.result.exit_reason).toBe("api_retries_exhausted");
  expect(lost.events).toEqual(saved.events);
  expect(lost.lines).toEqual([
    expect.stringMatching(/^lifecycle: attempt 1 failed: .*out of order.*; next one in 2\.\d s$/),
    expect.stringMatching(/^lifecycle: attempt 2 failed: .*out of order.*; next one in [45]\.\d s$/),
    `warn: ${lost.result.final_response}`,
  ]);
});

test("of a rescue by another model the person hears which, and nothing else", async () => {
  const spare = spareWire({ steps: [says("from the spare")] });
  const lines: string[] = [];
  const { agent, clock } = await agentWorld(
    { steps: [{ ...broken, repeat: "forever" }] },
    {
      wrap: spare.wrap,
      fallbackModel: {
        provider: "custom",
        model: "gpt-4o-mini",
        baseUrl: `http://${spareHost}/v1`,
        apiKey: "sk-spare",
      },
      statusCallback: (kind, message) => void lines.push(`${kind}: ${message}`),
    },
  );
  expect(await clock.runUntil(agent.chat("go"))).toBe("from the spare");
  expect(lines).toEqual(["lifecycle: switched from gpt-4o to gpt-4o-mini"]);
});
