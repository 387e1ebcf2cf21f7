import { expect, test } from "vitest";
import { modelRequest } from "../../../tests/support/model-request.ts";
import type { Auxiliary, AuxiliaryRequest } from "../../domain/auxiliary.ts";
import { textOf } from "../../domain/message.ts";
import { judgeGoal } from "./judge-goal.ts";

const plain = { reasoning: null, tool_calls: [], finish_reason: "stop", usage: null, model: "plain" } as const;

async function judgedBy(content: string, answer = "I did it") {
  const asked: AuxiliaryRequest[] = [];
  const auxiliary: Auxiliary = {
    call: async (task, request) => {
      expect(task).toBe("goal_judge");
      asked.push(request);
      const reply = { content, ...plain, partial: null, tail: null, ignoredStream: false };
      return { kind: "reply", reply, runtime: { provider: "custom", model: "plain" } };
    },
  };
  const { runtime } = modelRequest();
  const signal = new AbortController().signal;
  const turn = { goal: "win", answer, tools: ["terminal"] };
  const judgement = await judgeGoal(turn, { auxiliary, runtime, signal, onUsage: () => undefined });
  return { judgement, request: asked[0] };
}

test("the judge sees goal, tools and report in fences, and is asked for a form", async () => {
  const { judgement, request } = await judgedBy('{"verdict":"done","reason":"it says so"}');
  expect(judgement).toEqual({ kind: "judged", verdict: "done", reason: "it says so" });
  expect(request?.messages.map(({ content }) => textOf(content ?? ""))).toEqual([
    "<goal>\nwin\n</goal>\n\nTools used in the last turn: terminal\n\n<report>\nI did it\n</report>",
  ]);
  expect(request).toMatchObject({ temperature: 0, responseFormat: { type: "json_schema" } });
});

test("of a long report the end is shown, where it says what came of it", async () => {
  const { request } = await judgedBy("{}", `${"x".repeat(20_000)}the end`);
  const text = textOf(request?.messages[0]?.content ?? "");
  expect(text).toMatch(/<report>\n…x+the end\n<\/report>$/);
  expect(text.length).toBeLessThan(8_200);
});

test("words around the form do no harm", async () => {
  const { judgement } = await judgedBy('Sure:\n```json\n{"verdict":"blocked","reason":"key?"}\n```');
  expect(judgement).toEqual({ kind: "judged", verdict: "blocked", reason: "key?" });
});

test.each(["", "done", '{"verdict":"yes","reason":""}', '{"verdict":"done"', '{"done":true}'])(
  "an answer of another form is no verdict: %s",
  async (content) => {
    expect((await judgedBy(content)).judgement).toEqual({
      kind: "failed",
      reason: "the judge did not answer in the form it was asked for",
    });
  },
);
