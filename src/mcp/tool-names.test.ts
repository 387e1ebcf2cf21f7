import fc from "fast-check";
import { expect, test } from "vitest";
import { isWanted } from "./tool-filter.ts";
import { nameTools, toolsetOf } from "./tool-names.ts";

test("names are made of the characters every provider takes", () => {
  expect(nameTools([{ server: "my server", tool: "get.weather/now" }])).toEqual(["mcp__my_server__get_weather_now"]);
  expect(toolsetOf("my server")).toBe("mcp-my_server");
});

test("tools that would share a name are told apart, whatever order they come in", () => {
  const tools = [
    { server: "a", tool: "b c" },
    { server: "a", tool: "b_c" },
    { server: "a__b", tool: "c" },
    { server: "a", tool: "b__c" },
  ];
  const names = nameTools(tools);
  expect(new Set(names).size).toBe(4);
  expect(nameTools(tools.toReversed())).toEqual(names.toReversed());
});

test("any names give valid ones, all different, and the same again", () => {
  const tool = fc.record({ server: fc.string({ minLength: 1 }), tool: fc.string({ maxLength: 90 }) });
  const tools = fc.uniqueArray(tool, { selector: ({ server, tool: name }) => `${server}\0${name}`, maxLength: 40 });
  fc.assert(
    fc.property(tools, (given) => {
      const names = nameTools(given);
      for (const name of names) expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/u);
      expect(new Set(names).size).toBe(given.length);
      expect(nameTools(given)).toEqual(names);
    }),
  );
});

test.each([
  ["read_file", {}, true],
  ["read_file", { include: ["read_*"] }, true],
  ["write_file", { include: ["read_*"] }, false],
  ["write_file", { exclude: ["write_*"] }, false],
  ["read_file", { include: ["read_file"], exclude: ["*"] }, true],
  ["a/b", { exclude: ["a*"] }, false],
  ["a/b", { include: ["a/b"] }, true],
])("%s under %j: %s", (tool, filter, wanted) => {
  expect(isWanted(tool, filter)).toBe(wanted);
});
