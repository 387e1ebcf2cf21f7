import { expect, test } from "vitest";
import { ask } from "../../../tests/support/ask-simulator.ts";
import { FakeClock } from "../../../tests/support/fake-clock.ts";
import { createSimulator } from "../handler.ts";
import { createSeal } from "../seal.ts";

const secret = "secret";
const judge = (body: unknown): string =>
  ask(
    createSimulator({ clock: new FakeClock(), secret, scenario: { steps: [{ repeat: "forever" }] } }),
    "/v1/responses",
    body,
  );

const hi = { role: "user", content: "hi" };
const base = { model: "gpt-5", input: [hi], store: false };
const withInput = (...input: readonly object[]): object => ({ ...base, input });
const call = (call_id: string): object => ({ type: "function_call", call_id, name: "t", arguments: "{}" });
const output = (call_id: string): object => ({ type: "function_call_output", call_id, output: "r" });
const reasoning = (text: string, more: object = {}): object => ({
  type: "reasoning",
  summary: [],
  encrypted_content: createSeal(secret).close(text),
  ...more,
});
const said = { role: "assistant", content: "x" };
const tool = (name: string, parameters: object = { type: "object", properties: {} }): object => ({
  type: "function",
  name,
  strict: false,
  parameters,
});

test.each<[string, object]>([
  ["a string", { ...base, input: "hi" }],
  ["calls and their outputs", withInput(hi, call("a"), call("b"), output("b"), output("a"))],
  ["an id that comes again once answered", withInput(hi, call("a"), output("a"), call("a"), output("a"))],
  ["our own reasoning in front of a call", withInput(hi, reasoning("hm"), call("a"), output("a"))],
  ["reasoning followed by an empty message", withInput(hi, reasoning("hm"), { role: "assistant", content: "" }, hi)],
  [
    "an answer of ours with its id",
    withInput(
      hi,
      {
        type: "message",
        id: "msg_1",
        status: "completed",
        role: "assistant",
        content: [{ type: "output_text", text: "x", annotations: [] }],
        phase: "final_answer",
      },
      hi,
    ),
  ],
  [
    "an image in an output",
    withInput(hi, call("a"), {
      ...output("a"),
      output: [{ type: "input_image", image_url: "data:image/png;base64,aGk=" }],
    }),
  ],
])("%s is accepted", (_name, body) => {
  expect(judge(body)).toMatch(/^200 /);
});

test.each<[string, unknown, string]>([
  ["an unknown parameter", { ...base, messages: [] }, "Unknown parameter: 'messages'."],
  ["no input", { model: "gpt-5" }, "Missing required parameter: 'input'."],
  [
    "an unknown key in an item",
    withInput({ ...call("a"), timestamp: 1 }, output("a")),
    "Unknown parameter: 'input[0].timestamp'.",
  ],
  ["an open call", withInput(hi, call("a")), "No tool output found for function call a."],
  [
    "an output without a call",
    withInput(hi, output("a")),
    "No tool call found for function call output with call_id a.",
  ],
  [
    "an output in front of its call",
    withInput(hi, output("a"), call("a")),
    "No tool call found for function call output",
  ],
  [
    "two open calls of one id",
    withInput(hi, call("a"), call("a"), output("a")),
    "Duplicate function call with call_id a.",
  ],
  [
    "a long call id",
    withInput(hi, call("x".repeat(80)), output("x".repeat(80))),
    "maximum length 64, but got a string with length 80",
  ],
  [
    "an item id of the wrong kind",
    withInput(hi, { ...call("a"), id: "call_1" }, output("a")),
    "Expected an ID that begins with 'fc'.",
  ],
  [
    "an item id that comes twice",
    withInput(hi, { ...call("a"), id: "fc_1" }, output("a"), { ...call("b"), id: "fc_1" }, output("b")),
    "Duplicate item found with id fc_1.",
  ],
  [
    "foreign reasoning",
    withInput(hi, { ...reasoning("x"), encrypted_content: "gAAAAABx.y" }, said, hi),
    "could not be verified",
  ],
  [
    "reasoning without what follows it",
    withInput(hi, reasoning("x"), hi),
    "was provided without its required following item",
  ],
  ["an include nobody knows", { ...base, include: ["reasoning"] }, "Invalid value: 'reasoning'."],
  ["an earlier response", { ...base, previous_response_id: "resp_1" }, "Previous response with id 'resp_1' not found."],
  ["an effort the model lacks", { ...base, reasoning: { effort: "ultra" } }, "Supported values are: 'none', 'minimal'"],
  [
    "an effort on a model that does not reason",
    { ...base, model: "gpt-4o", reasoning: { effort: "low" } },
    "'reasoning.effort' is not supported with this model",
  ],
  ["a tiny output", { ...base, max_output_tokens: 5 }, "Expected a value >= 16, but got 5"],
  ["two tools of one name", { ...base, tools: [tool("t"), tool("t")] }, "duplicate function name 't'"],
  ["a schema that is no object", { ...base, tools: [tool("t", { type: "array" })] }, "schema must be a JSON Schema of"],
  ["a chat tool", { ...base, tools: [{ type: "function", function: { name: "t" } }] }, "'tools[0].name'"],
  [
    "a broken image",
    withInput({ role: "user", content: [{ type: "input_image", image_url: "data:image/png;base64,?" }] }),
    "Invalid base64 image_url.",
  ],
  [
    "an output part from the user",
    withInput({ role: "user", content: [{ type: "output_text", text: "x" }] }),
    "Invalid value: 'output_text'.",
  ],
])("%s is refused in the vendor's words", (_name, body, words) => {
  const answer = judge(body);
  expect(answer).toMatch(/^400 {"error":{"message":".*"type":"invalid_request_error"/s);
  expect(answer).toContain(words);
});

test("reasoning that was never stored is not found", () => {
  const answer = judge(withInput(hi, { type: "reasoning", id: "rs_1", summary: [] }, said, hi));
  expect(answer).toMatch(/^404 .*Item with id 'rs_1' not found/);
});
