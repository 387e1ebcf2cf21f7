import { expect, test } from "vitest";
import { z } from "zod";
import { ok } from "../domain/outcome.ts";
import { defineTool, type Tool } from "../domain/tool.ts";
import { createRegistry } from "./registry.ts";
import { resultLimitFor } from "./result-limit.ts";
import { resolveToolsets, type ToolsetRequest } from "./toolsets.ts";

const named = (name: string, description = ""): Tool =>
  defineTool({
    name,
    toolset: "test",
    description,
    concurrency: "free",
    input: z.object({ zeta: z.int(), alpha: z.string().optional() }),
    run: async () => ok(""),
  });

test("the list is sorted, the first of two namesakes stays, schemas have sorted keys and no empty bounds", () => {
  const registry = createRegistry([named("b"), named("a", "first"), named("a", "second")]);
  expect(registry.names).toEqual(["a", "b"]);
  expect(JSON.stringify(registry.schemas[0])).toBe(
    '{"name":"a","description":"first","parameters":{"properties":{"alpha":{"type":"string"},"zeta":{"type":"integer"}},"required":["zeta"],"type":"object"}}',
  );
  expect(registry.find("b")?.name).toBe("b");
  expect(registry.find("c")).toBe(null);
});

test("a name that no endpoint accepts is refused", () => {
  expect(() => createRegistry([named("a b")])).toThrow('Tool name "a b" is not valid');
});

test("a small window means smaller results, never below the floor", () => {
  expect([8_000, 32_000, 1_000_000].map((window) => resultLimitFor(window, 100_000))).toEqual([8_000, 19_200, 100_000]);
});

const available = ["delegate_task", "read_file", "search_files", "terminal", "write_file", "mcp__x"];
const resolved = (wanted: readonly string[], changes: Partial<ToolsetRequest> = {}): unknown =>
  resolveToolsets({ wanted, disabledSets: [], disabledTools: [], custom: {}, ...changes }, available);

test("sets expand to the tools there are, and what is disabled goes", () => {
  expect(resolved(["hermes-cli"])).toEqual({
    kind: "tools",
    names: ["delegate_task", "read_file", "search_files", "terminal", "write_file"],
  });
  expect(resolved(["*"], { disabledSets: ["terminal"], disabledTools: ["write_file"] })).toEqual({
    kind: "tools",
    names: ["delegate_task", "mcp__x", "read_file", "search_files"],
  });
  expect(resolved(["debugging"], { disabledSets: ["file"] })).toEqual({ kind: "tools", names: ["terminal"] });
  expect(resolved(["safe"])).toEqual({ kind: "tools", names: [] });
  expect(resolved(["mine"], { custom: { mine: ["terminal", "yours"], yours: ["read_file"] } })).toEqual({
    kind: "tools",
    names: ["read_file", "terminal"],
  });
});

test("an unknown set is named together with those there are, a circle with its members", () => {
  expect(JSON.stringify(resolved(["codding"]))).toContain(
    JSON.stringify(
      'Unknown toolset "codding". Did you mean "coding"? Known: clarify, code_execution, coding, cronjob, debugging, delegation, file',
    ).slice(1, -1),
  );
  expect(resolved(["a"], { custom: { a: ["b"], b: ["a"] } })).toEqual({
    kind: "cycle",
    message: "Toolsets include each other in a circle: a -> b -> a.",
  });
  expect(resolved(["toString"])).toMatchObject({ kind: "unknown" });
});
