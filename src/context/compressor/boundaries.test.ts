import { expect, test } from "vitest";
import type { Message } from "../../domain/message.ts";
import { findRegion, headEndOf, middleOf, tailOfRegion, weightsOf } from "./boundaries.ts";
import { placeSummary } from "./placement.ts";

/** `U10 C10 T10 A20`: user, call, result, assistant, each with what it weighs. The system prompt is no message here. */
function drawn(picture: string) {
  const costs = new Map<Message, number>();
  let calls = 0;
  let open: string[] = [];
  const messages = picture.split(" ").map((mark): Message => {
    const message = messageFor(mark.charAt(0), () => `c${calls++}`, open);
    if (message.role === "assistant") open = (message.tool_calls ?? []).map((call) => call.id);
    costs.set(message, Number(mark.replaceAll(/\D/g, "")));
    return message;
  });
  return { messages, weights: weightsOf(messages, (message) => costs.get(message) ?? 0) };
}

function messageFor(kind: string, id: () => string, open: string[]): Message {
  switch (kind) {
    case "U":
      return { role: "user", content: "asked" };
    case "A":
      return { role: "assistant", content: "said" };
    case "C":
      return { role: "assistant", content: "", tool_calls: [callTo(id())] };
    default: {
      const tool_call_id = open.shift() ?? "parallel";
      return { role: "tool", tool_call_id, name: "t", tool_name: "t", content: "found" };
    }
  }
}

function callTo(id: string) {
  return { id, type: "function" as const, function: { name: "t", arguments: "{}" } };
}

const rules = { tail: 100, softTail: 150, protectLast: 4 };

function cut(picture: string) {
  const { messages, weights } = drawn(picture);
  const region = findRegion(messages, weights, rules);
  return region === null ? null : (placeSummary(messages, region, weights, rules) ?? region);
}

const repeated = (times: number, part: string): string => Array.from({ length: times }, () => part).join(" ");

// Indexes are one less than in the documented pictures, where the system prompt is message 0.
test("[CC-C35] the worked cases are cut where they are documented to be", () => {
  // a: the straddler lies inside a group that is too large with its call; the cut moves behind it, then by one for the role
  const a = drawn("U10 C10 T10 A20 U10 C15 T60 A30 U10 A40 U5");
  expect(headEndOf(a.messages)).toBe(3);
  expect(findRegion(a.messages, a.weights, rules)).toEqual({ headEnd: 3, tailStart: 7, hoisted: null });
  expect(cut("U10 C10 T10 A20 U10 C15 T60 A30 U10 A40 U5")).toEqual({
    region: { headEnd: 3, tailStart: 8, hoisted: null },
    as: "assistant",
  });
  // b: the only request is too far back, so it is carried to the front of the tail
  const picture = `U10 A20 U30 ${repeated(5, "C5 T40")}`;
  expect(cut(picture)).toMatchObject({ region: { headEnd: 2, tailStart: 7, hoisted: 2 } });
  const b = drawn(picture);
  const region = { headEnd: 2, tailStart: 7, hoisted: 2 };
  expect(middleOf(b.messages, region)).toEqual(b.messages.slice(3, 7));
  expect(tailOfRegion(b.messages, region)).toEqual([b.messages[2], ...b.messages.slice(7)]);
  // c: the budget takes more than the protected number
  expect(cut(`U1 A1 ${repeated(30, "U2 A2")}`)).toEqual({
    region: { headEnd: 2, tailStart: 11, hoisted: null },
    as: "user",
  });
  // d: the group in flight stays whole, and with the request nothing is left between
  expect(cut("U1 A1 U9 C9 T400")).toBeNull();
  // e: the head takes in all results of its call
  expect(headEndOf(drawn("U1 C1 T1 T1 T1 A1 U1").messages)).toBe(5);
  // f: what still fits the budget is kept
  expect(cut("U1 A1 U60 A60 U60 A80 U3 A3 U3")).toMatchObject({ region: { tailStart: 5 } });
  // g: a complete group that is too large goes to the middle
  expect(cut("U1 A1 U9 C9 T500 A3 U3 A3 U3")).toMatchObject({ region: { headEnd: 2, tailStart: 5 }, as: "user" });
  // h: behind the group only two messages would be left, so the whole group stays
  const h = drawn(`U1 A1 U9 A9 U1 C5 ${repeated(12, "T20")} A5 U5`);
  expect(findRegion(h.messages, h.weights, rules)).toMatchObject({ tailStart: 5 });
});
