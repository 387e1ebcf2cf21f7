import { expect, test } from "vitest";
import { pathWords, shellWords } from "./shell-words.ts";

test.each([
  ['cd "my dir/sub" && ls', ["my dir/sub"]],
  ["cd backend; ls", ["backend"]],
  ["pushd 'a b'", ["a b"]],
  ["cat src/main.ts|head -n 5", ["src/main.ts"]],
  ["OUT=build/x make all", ["build/x"]],
  ["curl https://example.com/a.js git@host:x.git --file=./y", []],
  ["echo `cat a/b` $(cat c/d) <e/f >g/h", ["a/b", "c/d", "$", "e/f", "g/h"].filter((word) => word !== "$")],
  ["cat my\\ dir/file.txt", ["my dir/file.txt"]],
  ["echo 'broken a/b", ["a/b"]],
  ["ls", []],
])("%s speaks of %j", (command, paths) => {
  expect(pathWords(command)).toEqual(paths);
});

test("of a command with very many words only the first are looked at", () => {
  expect(shellWords("a/b ".repeat(10_000))).toHaveLength(64);
});
