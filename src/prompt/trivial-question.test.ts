import { expect, test } from "vitest";
import { isTrivialQuestion } from "./trivial-question.ts";

test.each(["", "  ", "ok!", "OK.", "thanks :)", "go on…", "/model x", "好的。", "!?"])("%j recalls nothing", (text) => {
  expect(isTrivialQuestion(text)).toBe(true);
});

test.each(["k8s", "note", "done with step 2", "ok, and the tests?", "k8s rollout stuck"])("%j may recall", (text) => {
  expect(isTrivialQuestion(text)).toBe(false);
});
