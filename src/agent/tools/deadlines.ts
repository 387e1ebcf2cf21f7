import type { PreparedCall, Tool } from "../../domain/tool.ts";

/** 0: no limit. */
export type ToolDeadlines = {
  readonly batchMs: number; // calls that run together
  readonly callMs: number; // one that runs alone
};

const marginMs = 30_000;

/** How long a call may work. One with a limit of its own is left to keep it; a question to a person has none. */
export function limitOf(tool: Tool, call: PreparedCall, baseMs: number): number {
  if (tool.concurrency === "interactive" || baseMs === 0) return Infinity;
  return Math.max(baseMs, (call.ownLimitMs ?? 0) + marginMs);
}
