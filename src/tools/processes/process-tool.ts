import { z } from "zod";
import type { Clock } from "../../domain/clock.ts";
import { fail } from "../../domain/outcome.ts";
import { defineTool, type Tool } from "../../domain/tool.ts";
import type { ProcessTable } from "./process-table.ts";

export type ProcessToolDeps = {
  readonly table: ProcessTable;
  readonly clock: Clock;
  /** How long `wait` waits, unless told, and at most. */
  readonly mostSeconds: number;
};

const actions = ["list", "poll", "log", "wait", "kill", "write", "submit", "close"] as const;

const input = z.object({
  action: z.enum(actions).describe("write sends data as is, submit adds a newline, close ends its input"),
  session_id: z.string().optional().describe("From terminal; for all but list"),
  data: z.string().optional(),
  timeout: z.int().optional().describe("Seconds to wait"),
  offset: z.int().optional().describe("log: first line, from 0; default: the last"),
  limit: z.int().optional().describe("log: lines, default 200"),
});

export type ProcessInput = z.output<typeof input>;

export function createProcessTool(deps: ProcessToolDeps): Tool {
  return defineTool({
    name: "process",
    toolset: "terminal",
    description: "Watch and control background processes of terminal.",
    concurrency: "state",
    input,
    preview: ({ action, session_id: id = "" }) => `${action} ${id}`.trim(),
    ownLimitMs: ({ action, timeout }) =>
      action === "wait" ? Math.min(timeout ?? deps.mostSeconds, deps.mostSeconds) * 1_000 : null,
    run: async (call, context) => {
      if (call.action === "list") {
        const { listProcesses } = await import("./process-views.ts");
        return listProcesses(deps.table.all(), deps.clock.now());
      }
      if (call.session_id === undefined || call.session_id.trim() === "")
        return fail(`${call.action} needs session_id.`);
      const found = deps.table.find(call.session_id.trim());
      if (found.kind === "unknown") return fail(`No process ${call.session_id}.`, { status: "not_found" });
      if (found.kind === "ambiguous") {
        return fail(`${call.session_id} is the beginning of several.`, { status: "ambiguous", session_ids: found.ids });
      }
      const { actOn } = await import("./process-actions.ts");
      return actOn(found.process, call, { ...deps, context });
    },
  });
}
