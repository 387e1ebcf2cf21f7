import fc from "fast-check";
import { expect, test } from "vitest";
import type { Message } from "../domain/message.ts";
import { planRewind } from "./rewind-plan.ts";

const messages: Readonly<Record<string, Message>> = {
  question: { role: "user", content: "q" },
  notice: { role: "user", content: "n", extra: { display_kind: "process_notice" } },
  summary: { role: "user", content: "s", extra: { origin: "summary" } },
  merged: { role: "user", content: "sq", extra: { merged_summary: true, summary: mark() } },
  answer: { role: "assistant", content: "a" },
};

function mark() {
  return { version: 1, body: "", has_user_turn: true, source_range: { messages: 1, first_id: null, last_id: null } };
}

const rowsOf = (names: readonly string[]) =>
  names.flatMap((name, index) => {
    const message = messages[name];
    return message === undefined ? [] : [{ id: index * 2 + 1, message }];
  });

test("a turn begins with the person's words, and news of a process go with the turn before them", () => {
  const rows = rowsOf(["question", "answer", "question", "answer", "notice", "answer"]);
  expect(planRewind(rows, 1)).toMatchObject({ kind: "cut", question: { id: 5 }, answer: 7 });
  expect(planRewind(rows, 2)).toMatchObject({ kind: "cut", question: { id: 1 }, answer: 3 });
  expect(planRewind(rowsOf(["question"]), 1)).toMatchObject({ kind: "cut", question: { id: 1 }, answer: null });
});

test("a question that carries the summary of what was before cannot go", () => {
  expect(planRewind(rowsOf(["question", "answer", "merged", "answer"]), 1)).toEqual({
    kind: "fewer",
    possible: 0,
    isCompressed: true,
  });
});

test("whatever a history holds, what is kept ends before a question and no summary is cut off", () => {
  const kinds = fc.array(fc.constantFrom(...Object.keys(messages)), { maxLength: 30 });
  fc.assert(
    fc.property(kinds, fc.integer({ min: 1, max: 12 }), (names, turns) => {
      const rows = rowsOf(names);
      const plan = planRewind(rows, turns);
      if (plan.kind === "fewer") return plan.possible < turns;
      const gone = rows.filter(({ id }) => id >= plan.question.id).map(({ message }) => message);
      expect(gone[0]).toBe(messages["question"]);
      expect(gone.filter((message) => message === messages["question"])).toHaveLength(turns);
      expect(gone).not.toContain(messages["summary"]);
      expect(gone).not.toContain(messages["merged"]);
      return true;
    }),
  );
});
