import { expect, test } from "vitest";
import { z } from "zod";
import { FakeClock } from "../../../tests/support/fake-clock.ts";
import { createSimulator } from "../handler.ts";
import type { Simulator } from "../handler.ts";
import { offlineModel } from "./offline-model.ts";

type Run = (name: string, args: string) => string;

const tool = (name: string, ...properties: readonly string[]) => ({
  type: "function",
  function: {
    name,
    parameters: { type: "object", properties: Object.fromEntries(properties.map((key) => [key, { type: "string" }])) },
  },
});
const tools = [
  tool("read_file", "path"),
  tool("write_file", "path", "content"),
  tool("search_files", "pattern", "target", "path"),
  tool("terminal", "command"),
];

const CallSchema = z.looseObject({ id: z.string(), function: z.object({ name: z.string(), arguments: z.string() }) });
const MessageSchema = z.looseObject({ content: z.string().nullable(), tool_calls: z.array(CallSchema).optional() });
const ChatSchema = z.object({ choices: z.tuple([z.object({ message: MessageSchema })]) });

/** A turn as an agent would take it: calls are run until an answer comes. */
function converse(simulator: Simulator, history: object[], run: Run): string {
  for (let step = 0; step < 10; step++) {
    const body = JSON.stringify({ model: "demo", messages: history, tools });
    const response = simulator.handle({ method: "POST", path: "/v1/chat/completions", headers: {}, body });
    const text = [...response.chunks]
      .map((chunk) => ("bytes" in chunk ? Buffer.from(chunk.bytes).toString() : ""))
      .join("");
    expect({ status: response.status, text }).toMatchObject({ status: 200 });
    const { message } = ChatSchema.parse(JSON.parse(text)).choices[0];
    history.push(message);
    if (message.tool_calls === undefined) return message.content ?? "";
    for (const call of message.tool_calls) {
      history.push({ role: "tool", tool_call_id: call.id, content: run(call.function.name, call.function.arguments) });
    }
  }
  throw new Error("no answer after ten steps");
}

const never: Run = () => {
  throw new Error("no tool may be called");
};

const start = (): Simulator => createSimulator({ clock: new FakeClock(), source: offlineModel });

test("it calls the offered tools in order and quotes what came back", () => {
  const calls: string[] = [];
  const history: object[] = [
    {
      role: "user",
      content: "list the files in src, then read a.txt, then run `date` and then write b.txt with 'done'",
    },
  ];
  const text = converse(start(), history, (name, args) => {
    calls.push(`${name} ${args}`);
    return name === "read_file"
      ? JSON.stringify({ content: "1|hello", total_lines: 1 })
      : JSON.stringify({ output: "fine" });
  });
  expect(calls).toEqual([
    'search_files {"pattern":"*","target":"files","path":"src"}',
    'read_file {"path":"a.txt"}',
    'terminal {"command":"date"}',
    'write_file {"path":"b.txt","content":"done\\n"}',
  ]);
  expect(text).toContain("Reading a.txt. This came back:\n\n    1|hello");
  expect(text).toContain("not an AI");
});

test("an error is reported and stops what was to follow", () => {
  const calls: string[] = [];
  const history: object[] = [{ role: "user", content: "read gone.txt then run `date`" }];
  const text = converse(start(), history, (name) => {
    calls.push(name);
    return JSON.stringify({ error: "No such file: gone.txt" });
  });
  expect(calls).toEqual(["read_file"]);
  expect(text).toContain("Reading gone.txt. That did not work: No such file: gone.txt");
  expect(text).toContain("Running `date`. Not tried, because the step before it failed.");
});

test("a command that fails is not called a success", () => {
  const history: object[] = [{ role: "user", content: "run `false`" }];
  const text = converse(start(), history, () => JSON.stringify({ output: "oh no", exit_code: 3, error: null }));
  expect(text).toContain("That did not work: the command ended with exit code 3");
  expect(text).toContain("    oh no");
});

test("without the tool it says so, and for anything else it says what it is", () => {
  const simulator = start();
  const history: object[] = [{ role: "user", content: "remember that I like tea" }];
  expect(converse(simulator, history, never)).toContain("needs a tool that this session does not offer");
  history.push({ role: "user", content: "What is the meaning of life?" });
  const text = converse(simulator, history, never);
  expect(text).toContain("not an AI");
  expect(text).toContain("ANTHROPIC_API_KEY");
});

test("it goes on over several turns and remembers nothing but the request", () => {
  const history: object[] = [{ role: "user", content: "run `one`" }];
  converse(start(), history, () => "first");
  history.push({ role: "user", content: "run `two`" });
  const text = converse(start(), history, (_name, args) => `ran ${args}`);
  expect(text).toContain('ran {"command":"two"}');
  expect(text).not.toContain("first");
});

test("a long result is cut to its first lines", () => {
  const history: object[] = [{ role: "user", content: "read long.txt" }];
  const content = Array.from({ length: 40 }, (_, line) => `line ${line}`).join("\n");
  const text = converse(start(), history, () => JSON.stringify({ content }));
  expect(text).toContain("line 11");
  expect(text).not.toContain("line 12");
  expect(text).toContain("… (28 more lines)");
});
