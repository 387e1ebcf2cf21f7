import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { z } from "zod";
import type { ScenarioInput } from "../../src/simulator/scenario.ts";
import { hermes, machineFor } from "../support/hermes-process.ts";
import { serveScenario } from "../support/serve-scenario.ts";
import { stored } from "../support/stored.ts";

vi.setConfig({ testTimeout: 30_000 }); // real processes, on a machine that may be busy

const Body = z.looseObject({
  messages: z.array(z.looseObject({ role: z.string(), content: z.unknown() })),
  tools: z.array(z.unknown()).optional(),
});
const readNotes = { tool_calls: [{ name: "read_file", arguments: { path: "notes.txt" } }] };

test("[SF-L3] an argument and piped stdin make one user message", async () => {
  await using model = await serveScenario({ steps: [{ reply: { text: "two lines" } }] });
  const machine = machineFor(model.url);
  const ended = await hermes(machine, ["run", "sum"], { input: "data\nmore data\n" });
  expect(ended).toEqual({ code: 0, out: "two lines\n", err: "" });
  const { messages } = Body.parse(model.simulator.requests[0]?.body);
  const asked = "sum\n\n<stdin>\ndata\nmore data\n</stdin>";
  expect(messages.filter(({ role }) => role === "user")).toEqual([{ role: "user", content: asked }]);
  expect(stored(machine.home)).toEqual({
    messages: [`user: ${asked}`, "assistant: two lines"],
    turns: ["text_response"],
  });
});

test("[SF-L4] json is one object on stdout, people read stderr, and usage adds up to what the provider counted", async () => {
  await using model = await serveScenario({ steps: [{ reply: readNotes }, { reply: { text: "It says hello." } }] });
  const machine = machineFor(model.url);
  writeFileSync(join(machine.cwd, "notes.txt"), "hello\n");
  const { code, out, err } = await hermes(machine, ["run", "what do the notes say", "--output-format", "json"]);
  expect([code, err]).toEqual([0, "> read_file: notes.txt\n"]);
  expect(out).toMatch(/^[^\n]+\n$/);

  const counted = model.simulator.requests.map(({ usage }) => usage);
  const sum = (field: "input_tokens" | "output_tokens" | "cache_read_tokens" | "cache_write_tokens"): number =>
    counted.reduce((total, usage) => total + (usage?.[field] ?? 0), 0);
  const [input_tokens, output_tokens] = [sum("input_tokens"), sum("output_tokens")];
  const [cache_read_tokens, cache_write_tokens] = [sum("cache_read_tokens"), sum("cache_write_tokens")];
  expect([counted.length, input_tokens > 0, output_tokens > 0]).toEqual([2, true, true]);
  expect(JSON.parse(out)).toMatchObject({
    type: "result",
    subtype: "success",
    is_error: false,
    result: "It says hello.",
    exit_reason: "text_response",
    num_turns: 1,
    api_calls: 2,
    tool_calls: 1,
    usage: {
      input_tokens,
      output_tokens,
      cache_read_tokens,
      cache_write_tokens,
      reasoning_tokens: 0,
      total_tokens: input_tokens + output_tokens + cache_read_tokens + cache_write_tokens,
    },
    denials: [],
    error: null,
  });
});

const Line = z.looseObject({ type: z.string(), seq: z.int(), ts: z.number(), session_id: z.string().min(1) });
const Delta = z.looseObject({ type: z.literal("assistant_delta"), text: z.string() });
const Assistant = z.looseObject({ type: z.literal("assistant"), content: z.string() });

test("[SF-L5] stream-json is a gap-free row of objects whose deltas are the answer", async () => {
  const separated = "first\u2028second\u2029third";
  const steps: ScenarioInput["steps"] = [
    { reply: { text: ["Let me ", "look."], ...readNotes } },
    { reply: { text: ["It ", "says ", separated] } },
  ];
  await using model = await serveScenario({ steps });
  const machine = machineFor(model.url);
  const { code, out } = await hermes(machine, ["run", "read the notes", "--output-format", "stream-json"]);
  expect([code, out.endsWith("\n"), /[\r\u2028\u2029]/.test(out)]).toEqual([0, true, false]);
  const lines = out
    .trimEnd()
    .split("\n")
    .map((text) => Line.parse(JSON.parse(text)));
  expect(lines.map(({ seq }) => seq)).toEqual(lines.map((_, index) => index));
  expect([lines[0]?.type, lines.at(-1)?.type]).toEqual(["init", "result"]);
  expect(new Set(lines.map(({ session_id }) => session_id)).size).toBe(1);

  const spoken = lines.flatMap((line) => Delta.safeParse(line).data?.text ?? []).join("");
  const answers = lines.flatMap((line) => Assistant.safeParse(line).data?.content ?? []);
  expect(answers).toEqual(["Let me look.", `It says ${separated}`]);
  expect(spoken).toBe(answers.join(""));
  const types = lines.map(({ type }) => type).filter((type, index, all) => type !== all[index - 1]);
  expect(types.filter((type) => type !== "usage")).toEqual([
    "init",
    "user",
    "assistant_delta",
    "assistant",
    "tool_call",
    "tool_result",
    "assistant_delta",
    "assistant",
    "result",
  ]);
});

test("[SF-L6] a model that never stops calling tools is asked once more without them, and the exit code says so", async () => {
  const closing = { reply: { text: "This far I came." } };
  await using model = await serveScenario({ steps: [{ reply: readNotes, repeat: 3 }, closing] });
  const args = ["run", "go", "--max-turns", "3", "--output-format", "json"];
  const { code, out } = await hermes(machineFor(model.url), args);
  expect(code).toBe(4);
  expect(JSON.parse(out)).toMatchObject({
    subtype: "max_turns",
    result: "This far I came.",
    exit_reason: "max_iterations_reached",
    exit_detail: "3/3",
    tool_calls: 3,
  });
  const offered = model.simulator.requests.map(({ body }) => Body.parse(body).tools !== undefined);
  expect(offered).toEqual([true, true, true, false]);
});

test("[SF-L24] no escape byte of anybody reaches a stdout that is no terminal", async () => {
  const red = "\u001b[31mred\u001b[0m \u009b32mgreen";
  const steps = [{ reply: readNotes }, { reply: { text: red } }];
  const places: readonly Readonly<Record<string, string>>[] = [
    { NO_COLOR: "1" },
    { TERM: "dumb" },
    { TERM: "xterm-256color", COLORTERM: "truecolor" },
  ];
  for (const env of places) {
    await using model = await serveScenario({ steps });
    const machine = machineFor(model.url);
    writeFileSync(join(machine.cwd, "notes.txt"), red);
    const { code, out, err } = await hermes(machine, ["run", "go", "-v"], { env });
    expect([code, out]).toEqual([0, "red green\n"]);
    expect(err).not.toMatch(/[^\P{Cc}\n]/u);
  }
});
