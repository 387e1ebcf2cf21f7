import { textOf } from "../../domain/message.ts";
import type { Tool } from "../../domain/tool.ts";
import type { Dispatched } from "./toolbox.ts";

const looked = 500;
const signs = /"(?:error|failed)"\s*:\s*(?!null\b|false\b|0\b|""|\[\]|\{\})/i;

/**
 * Whether a call came to nothing, as far as the guardrails care. Tools of our own say so; others only in their words.
 * What a file tool returns is somebody's text, and the word "error" in it means nothing.
 */
export function hasFailed(tool: Tool | null, { ok, content }: Dispatched): boolean {
  if (!ok || tool === null) return true;
  if (tool.concurrency === "path-read" || tool.concurrency === "path-write") return false;
  const start = textOf(content).slice(0, looked);
  return (
    start.startsWith("Error") || signs.test(start) || (tool.concurrency === "state" && /exceeds limit/i.test(start))
  );
}
