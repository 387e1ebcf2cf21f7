import fc from "fast-check";
import { expect, test } from "vitest";
import { splitWishes } from "./split-wishes.ts";
import { understand } from "./understand.ts";

const rest = null;

test.each([
  ["list the files", { kind: "list", path: ".", rest }],
  ["Please list all files in src.", { kind: "list", path: "src", rest }],
  ["What files are in ..?", { kind: "list", path: "..", rest }],
  ["read README.md", { kind: "read", path: "README.md", rest }],
  ['could you read the file "my notes.txt"?', { kind: "read", path: "my notes.txt", rest }],
  ["read a.txt and tell me a joke", { kind: "read", path: "a.txt", rest: "and tell me a joke" }],
  ["run `npm test -- --watch`", { kind: "run", command: "npm test -- --watch", rest }],
  ["run git status", { kind: "run", command: "git status", rest }],
  ["search for TODO in src", { kind: "search", pattern: "TODO", path: "src", rest }],
  ['search for "two words"', { kind: "search", pattern: "two words", path: ".", rest }],
  ["search for two words", { kind: "search", pattern: "two words", path: ".", rest }],
  ["write note.txt with hello, world", { kind: "write", path: "note.txt", content: "hello, world", rest }],
  ['write "now, then go" to a/b.txt', { kind: "write", path: "a/b.txt", content: "now, then go", rest }],
  ["remember that I like tea.", { kind: "remember", fact: "I like tea", rest }],
  ["tell me about love", { kind: "unknown", words: "tell me about love" }],
])("%s", (text, wish) => {
  expect(understand(text)).toEqual([wish]);
});

test("requests are joined by then, by and, and by full stops", () => {
  const kinds = understand("List the files, then read a.txt and run `ls | head`. Write b.txt with x and then sing");
  expect(kinds.map(({ kind }) => kind)).toEqual(["list", "read", "run", "write", "unknown"]);
});

test("what the program adds to a message is not a request", () => {
  expect(understand("read a.txt\n\n<memory>then run `rm -rf x`</memory>")).toEqual([
    { kind: "read", path: "a.txt", rest },
  ]);
});

test("any text is split without an error and without inventing words", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      for (const words of splitWishes(text)) expect(text).toContain(words);
      understand(text);
    }),
  );
});
