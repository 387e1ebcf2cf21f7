import fc from "fast-check";
import { expect, test } from "vitest";
import { serverTool } from "../../../tests/support/server-tools.ts";
import { rankTools } from "./rank-tools.ts";
import { squashed, wordsOf } from "./words.ts";

const tools = [
  serverTool("github", "create_issue", "Create a new issue in a repository"),
  serverTool("github", "list_issues", "List issues of a repository, newest first"),
  serverTool("github", "mergePullRequest", "Merge a pull request"),
  serverTool("files", "read_file", "Read the complete contents of a file"),
  serverTool("files", "read_multiple_files", "Read several files at once"),
  serverTool("desk", "HTTPPing", "Asks whether an address answers"),
  serverTool("wiki", "find", "在知识库中搜索文件"),
  serverTool("wiki", "note", "メモを書く"),
];
const found = (query: string, limit = 3): readonly string[] =>
  rankTools(tools)(query, limit).map(({ name }) => name.replace(/^mcp__/u, ""));

test("names fall into words however they are written, and CJK into pairs", () => {
  expect(wordsOf("mcp__github__mergePullRequest")).toEqual(["mcp", "github", "merge", "pull", "request"]);
  expect(wordsOf("HTTPServer2Go read-file: ÄRGER")).toEqual(["http", "server2", "go", "read", "file", "ärger"]);
  expect(wordsOf("搜索文件")).toEqual(["搜索", "索文", "文件"]);
  expect(wordsOf("  ___ ?! ")).toEqual([]);
  expect(squashed("Read_File")).toBe("readfile");
});

test.each([
  ["open an issue", ["github__create_issue", "github__list_issues"]],
  ["merge PR pull request", ["github__mergePullRequest"]],
  ["reading files", ["files__read_multiple_files", "files__read_file"]],
  ["github", ["github__create_issue", "github__list_issues", "github__mergePullRequest"]],
  ["http ping", ["desk__HTTPPing"]],
  ["搜索", ["wiki__find"]],
  ["文", ["wiki__find"]],
  ["メモ", ["wiki__note"]],
  ["quantum", []],
])("%j finds %j", (query, names) => {
  expect(found(query).slice(0, Math.max(1, names.length))).toEqual(names);
});

test("an exact name comes first, in whatever spelling, and alone where only names were asked for", () => {
  expect(found("read file")[0]).toBe("files__read_file");
  expect(found("readFile")[0]).toBe("files__read_file");
  expect(found("find")[0]).toBe("wiki__find");
  expect(found("mcp__wiki__note, mcp__files__read_file", 5)).toEqual(["wiki__note", "files__read_file"]);
  expect(found("mcp__wiki__note and issues", 2)).toEqual(["wiki__note", "github__list_issues"]);
});

test("without words the first by name are told", () => {
  expect(found("", 2)).toEqual(["desk__HTTPPing", "files__read_file"]);
  expect(found(" ?! ", 1)).toEqual(["desk__HTTPPing"]);
});

test("the order depends on nothing but the query and the tools, and no limit is passed", () => {
  const words = fc.constantFrom("read", "file", "issue", "list", "github", "文件", "of", "mcp__wiki__note", "x", "");
  const queries = fc.oneof(
    fc.string(),
    fc.array(words, { maxLength: 6 }).map((each) => each.join(" ")),
  );
  fc.assert(
    fc.property(
      queries,
      fc.shuffledSubarray(tools, { minLength: tools.length }),
      fc.integer({ min: 1, max: 9 }),
      (query, mixed, limit) => {
        const [one, other] = [rankTools(tools)(query, limit), rankTools(mixed)(query, limit)];
        expect(other.map(({ name }) => name)).toEqual(one.map(({ name }) => name));
        expect(one.length).toBeLessThanOrEqual(limit);
        expect(new Set(one).size).toBe(one.length);
        expect(rankTools(tools)(query, 9).slice(0, limit)).toEqual(one);
      },
    ),
  );
});

test("two thousand tools are searched in no time", () => {
  const many = Array.from({ length: 2_000 }, (_, index) =>
    serverTool(
      `s${index % 20}`,
      `tool_${index}`,
      `Number ${index} does one thing of ${index % 97} kinds with care. `.repeat(6),
    ),
  );
  const find = rankTools(many);
  const started = performance.now();
  expect(find("number 1234 does things of some kinds", 1)[0]?.name).toBe("mcp__s14__tool_1234");
  for (let times = 0; times < 9; times++) find(`care number ${times} of tool kinds`, 5);
  expect(performance.now() - started).toBeLessThan(2_000); // ten searches; a busy machine has room
});
