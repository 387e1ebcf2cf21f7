import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { askLine } from "./ask-line.ts";

const never = new AbortController().signal;

function streams(): { input: PassThrough; output: PassThrough } {
  return { input: new PassThrough(), output: new PassThrough() };
}

test("the question is printed and the first line is the answer", async () => {
  const both = streams();
  const answer = askLine(both, "Sure? ", never);
  both.input.write("yes\nmore\n");
  expect(await answer).toBe("yes");
  expect(String(both.output.read())).toBe("Sure? ");
});

test("an input that ends, and an abort before or after the question, are an empty answer", async () => {
  const ended = streams();
  ended.input.end();
  expect(await askLine(ended, "?", never)).toBe("");
  expect(await askLine(streams(), "?", AbortSignal.abort())).toBe("");
  const stop = new AbortController();
  const answer = askLine(streams(), "?", stop.signal);
  stop.abort();
  expect(await answer).toBe("");
});
