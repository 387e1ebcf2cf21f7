import { expect, test } from "vitest";
import { settleCalls } from "./tool-calls.ts";
import { anthropicToolId, responseItemId, responsesCallId } from "./tool-ids.ts";

const draft = (id: string, name = "read_file"): Parameters<typeof settleCalls>[0][number] => ({
  id,
  itemId: "",
  name,
  arguments: "{}",
});

test("an id used twice in one reply gets a suffix that nothing else has", () => {
  const ids = settleCalls([draft("c1"), draft("c1_d2"), draft("c1"), draft("c1")]).calls.map((call) => call.id);
  expect(ids).toEqual(["c1", "c1_d2", "c1_d3", "c1_d4"]);
});

test("a call without an id gets one made of the call, the same for the same call", () => {
  const [first, second] = settleCalls([draft(""), draft("")]).calls.map((call) => call.id);
  expect(first).toMatch(/^call_[0-9a-f]{12}$/);
  expect(second).not.toBe(first);
  expect(settleCalls([draft("")]).calls[0]?.id).toBe(first);
});

test("a composite id is taken apart", () => {
  expect(settleCalls([draft("call_1|fc_9")]).calls[0]).toEqual({
    id: "call_1",
    call_id: "call_1",
    response_item_id: "fc_9",
    type: "function",
    function: { name: "read_file", arguments: "{}" },
  });
});

test.each([
  ["fc_abc", "call_1", "fc_abc"],
  ["", "call_1", "fc_1"],
  ["", "toolu_1", "fc_toolu_1"],
  ["", "functions.read:0", "fc_functionsread0"],
])("item id of %j and %j", (given, callId, expected) => {
  expect(responseItemId(given, callId)).toBe(expected);
});

test("ids for other wires fit there", () => {
  expect(responseItemId("", "€€")).toMatch(/^fc_[0-9a-f]{32}$/);
  expect(responsesCallId("x".repeat(64))).toBe("x".repeat(64));
  expect(responsesCallId("x".repeat(65))).toMatch(/^call_[0-9a-f]{32}$/);
  expect(anthropicToolId("")).toBe("tool_0");
});
