import { expect, test } from "vitest";
import { serverTool } from "../../../tests/support/server-tools.ts";
import { toolContext } from "../../../tests/support/tool-context.ts";
import { textOf } from "../../domain/message.ts";
import { contentOf } from "../../domain/outcome.ts";
import { createRegistry } from "../registry.ts";
import { standIns } from "./stand-ins.ts";
import { withDeferred } from "./with-deferred.ts";

const tools = [serverTool("zoo", "feed", "Feeds the animals"), serverTool("Aal", "swim"), serverTool("zoo", "ride")];
const registry = withDeferred(createRegistry(standIns(tools)), tools);

async function answer(name: string, args: Readonly<Record<string, unknown>>): Promise<unknown> {
  const prepared = registry.find(name)?.prepare(args);
  if (prepared?.kind !== "ready") return prepared?.problems;
  return JSON.parse(textOf(contentOf(await prepared.call.run(toolContext({ cwd: "/" }))))) as unknown;
}

test("two short schemas stand for all, and name the servers with what they have, in one order", () => {
  const schemas = JSON.stringify(registry.schemas);
  expect(registry.names).toEqual(["tool_call", "tool_search"]);
  expect(schemas).toContain("which are not listed here: Aal (1), zoo (2). Call them with tool_call.");
  expect(JSON.stringify(createRegistry(standIns(tools.toReversed())).schemas)).toBe(schemas);
  expect(schemas.length).toBeLessThan(650);
});

test("a search tells name, description and parameters as a list would", async () => {
  const { parameters } = createRegistry(tools).schemas.find(({ name }) => name === "mcp__zoo__feed") ?? {};
  expect(await answer("tool_search", { query: "feed animals" })).toEqual({
    tools: [{ name: "mcp__zoo__feed", description: "Feeds the animals", parameters }],
  });
  expect(await answer("tool_search", { limit: 1 })).toMatchObject({ tools: [{ name: "mcp__Aal__swim" }] });
  expect(await answer("tool_search", { query: "violin" })).toMatchObject({ tools: [], note: /Nothing matches/u });
  expect(await answer("tool_search", { limit: 0, query: 5 })).toHaveLength(2);
});

test("a call through a name that is not there is told the nearest one and where to look", async () => {
  expect(await answer("tool_call", { name: "mcp__zoo__fed" })).toEqual([
    'name: no tool to be found by search is called "mcp__zoo__fed". Did you mean mcp__zoo__feed? Search with tool_search; call a tool of your list directly.',
  ]);
  expect(await answer("tool_call", { arguments: 5 })).toHaveLength(2);
});

test("what is deferred can be called and is described, but stands in no list", () => {
  expect(registry.find("mcp__zoo__ride")).toBe(tools[2]);
  expect(registry.deferred.map(({ name }) => name)).toEqual(["mcp__Aal__swim", "mcp__zoo__feed", "mcp__zoo__ride"]);
  expect(registry.unknown("mcp__zoo__rid")).toBe(
    'Unknown tool "mcp__zoo__rid". Available tools: tool_call, tool_search. Did you mean mcp__zoo__ride? Others are found with tool_search.',
  );
});
