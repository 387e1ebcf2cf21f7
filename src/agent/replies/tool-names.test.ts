import { expect, test } from "vitest";
import { repairName } from "./tool-names.ts";

const known = ["read_file", "search_files", "terminal", "write_file"];

test.each([
  ["readFile", "read_file"],
  ["Read-File", "read_file"],
  ["read_file_tool", "read_file"],
  ["terminalTool", "terminal"],
  ["terminal_tool_tool", "terminal"],
  ['write_file" arguments="', "write_file"],
  ["serch_files", "search_files"],
  ["frobnicate", null],
  ["", null],
])("%s means %s", (given, meant) => {
  expect(repairName(given, known)).toBe(meant);
});
