import { expect, test } from "vitest";
import { z } from "zod";
import { ok } from "../../domain/outcome.ts";
import { defineTool, type Tool } from "../../domain/tool.ts";
import { hasFailed } from "./failure-signs.ts";

const tool = (concurrency: Tool["concurrency"]): Tool =>
  defineTool({ name: "t", toolset: "t", description: "", concurrency, input: z.object({}), run: async () => ok("") });
const said = (content: string, fine = true) => ({ content, ok: fine, truncated: false, effect: null });

test.each([
  ["free", '{"error":"boom"}', true],
  ["free", '{"error":null,"result":1}', false],
  ["free", "Error: boom", true],
  ["free", "all errors were failed away", false],
  ["shell", '{"output":"","error":null,"exit_code":0}', false],
  ["state", "Your entry exceeds limit", true],
  ["path-read", '{"content":"1|{\\"error\\":\\"boom\\"}"}', false],
  ["path-write", 'Error in {"error":"x"}, yet written', false],
  ["free", `${" ".repeat(500)}{"error":"far away"}`, false],
] as const)("%s: %s", (concurrency, text, failed) => {
  expect(hasFailed(tool(concurrency), said(text))).toBe(failed);
});

test("what a tool calls an error is one, and so is a call of no tool", () => {
  expect(hasFailed(tool("path-write"), said("no", false))).toBe(true);
  expect(hasFailed(null, said("fine"))).toBe(true);
});
