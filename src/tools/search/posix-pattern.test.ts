import { expect, test } from "vitest";
import { posixPattern } from "./posix-pattern.ts";

test.each([
  [String.raw`\bfoo\d+\s*\(`, String.raw`\bfoo[0-9]+[[:space:]]*\(`],
  ["(?:a|b)+?c", "(a|b)+c"],
  [String.raw`[\w.-]+@[^\s]`, "[[:alnum:]_.-]+@[^[:space:]]"],
  [String.raw`[\]\-^x]`, "[]x^-]"],
  [String.raw`[\^]`, String.raw`\^`],
  [String.raw`[^\^]`, "[^^]"],
  [String.raw`a\.b\/c`, String.raw`a\.b/c`],
  ["[[:alpha:]]", "[[:alpha:]]"],
])("%s is %s for grep", (pattern, expected) => {
  expect(posixPattern(pattern)).toBe(expected);
});

test.each(["(?=a)b", "(?<n>a)", "(?i)a", String.raw`\p{L}`, String.raw`a\1`])("%s is beyond grep", (pattern) => {
  expect(posixPattern(pattern)).toBeNull();
});
