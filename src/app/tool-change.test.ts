import { expect, test } from "vitest";
import { serverTool } from "../../tests/support/server-tools.ts";
import type { Tool } from "../domain/tool.ts";
import { standIns } from "../tools/deferred/stand-ins.ts";
import { withDeferred } from "../tools/deferred/with-deferred.ts";
import { createRegistry } from "../tools/registry.ts";
import { changeTo } from "./tool-change.ts";

const [feed, ride] = [serverTool("zoo", "feed"), serverTool("zoo", "ride")];
const searched = (...tools: readonly Tool[]) => withDeferred(createRegistry(standIns(tools)), tools);

test("another list is told by the tools that come, go and change, be they listed or found by search", () => {
  expect(changeTo(createRegistry([feed, ride]), createRegistry([feed]))).toEqual({
    added: ["mcp__zoo__ride"],
    removed: [],
    changed: [],
  });
  expect(changeTo(searched(feed, ride), searched(feed))).toEqual({
    added: ["mcp__zoo__ride"],
    removed: [],
    changed: ["tool_search"],
  });
  expect(changeTo(searched(feed), createRegistry([feed]))).toEqual({
    added: ["tool_call", "tool_search"],
    removed: [],
    changed: [],
  });
});

test("tools found by search may change without a byte of a request changing", () => {
  expect(changeTo(searched(ride), searched(feed))).toEqual({
    added: ["mcp__zoo__ride"],
    removed: ["mcp__zoo__feed"],
    changed: [],
    keepsCache: true,
  });
  expect(changeTo(searched(feed), searched(feed))).toBeNull();
  expect(changeTo(createRegistry([feed]), createRegistry([feed]))).toBeNull();
});
