import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { capturedTerminal } from "../../../tests/support/captured-terminal.ts";
import { oncePhrases } from "../../text/phrases/once.ts";
import { readPrompt } from "./prompt.ts";

const signal = new AbortController().signal;
const folder = mkdtempSync(join(tmpdir(), "hermes-once-"));
writeFileSync(join(folder, "q.txt"), "from a file\n");
mkdirSync(join(folder, "sub"));

function ask(prompt: string | null, queryFile: string | null, input: string | Uint8Array | null) {
  return readPrompt({ prompt, queryFile }, capturedTerminal(input).terminal, folder, signal);
}
const asked = (text: string, ...warnings: readonly string[]) => ({ kind: "prompt", text, warnings });
const refusedFor = (message: string) => ({ kind: "refused", message });

test("the argument alone, a file, stdin, or stdin by name", async () => {
  expect(await ask("hi", null, null)).toEqual(asked("hi"));
  expect(await ask(null, "q.txt", "not read")).toEqual(asked("from a file\n"));
  expect(await ask(null, null, "piped")).toEqual(asked("piped"));
  expect(await ask(null, "-", "piped")).toEqual(asked("piped"));
});

test("an argument and piped stdin make one message with a marked block", async () => {
  expect(await ask("sum", null, "1\n2\n")).toEqual(asked("sum\n\n<stdin>\n1\n2\n</stdin>"));
  expect(await ask("sum", null, "")).toEqual(asked("sum"));
  expect(await ask("sum", null, " \n")).toEqual(asked("sum"));
});

test("a file beside an argument is not read, and that is said", async () => {
  expect(await ask("hi", "q.txt", null)).toEqual(asked("hi", oncePhrases.promptWins));
});

test("a terminal on stdin is never read", async () => {
  const { terminal, reads } = capturedTerminal(null);
  expect(await readPrompt({ prompt: null, queryFile: null }, terminal, folder, signal)).toEqual(
    refusedFor(oncePhrases.emptyPrompt),
  );
  expect(reads()).toBe(0);
});

test("nothing but white space is no prompt", async () => {
  expect(await ask("   ", null, null)).toEqual(refusedFor(oncePhrases.emptyPrompt));
  expect(await ask(null, null, "\n\t \n")).toEqual(refusedFor(oncePhrases.emptyPrompt));
});

test("bytes that are no text are replaced with one warning, a typed replacement character needs none", async () => {
  expect(await ask(null, null, Uint8Array.of(97, 0xff, 0xfe, 0, 98))).toEqual(
    asked("a\uFFFD\uFFFD\uFFFDb", oncePhrases.invalidUtf8),
  );
  expect(await ask(null, null, "a\uFFFDb")).toEqual(asked("a\uFFFDb"));
});

test("more than 10 MB is refused, exactly 10 MB is not", async () => {
  const limit = 10 * 1024 * 1024;
  expect(await ask("x", null, new Uint8Array(limit + 1).fill(97))).toEqual(refusedFor(oncePhrases.stdinTooLong(10)));
  expect(await ask(null, null, new Uint8Array(limit).fill(97))).toMatchObject({ kind: "prompt" });
});

test("a query file that cannot be read says why", async () => {
  expect(await ask(null, "none.txt", null)).toEqual(refusedFor("--query-file: no such file: none.txt"));
  expect(await ask(null, "sub", null)).toEqual(refusedFor("--query-file: not a regular file: sub"));
});
