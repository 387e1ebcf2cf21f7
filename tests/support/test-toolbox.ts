import type { Toolbox } from "../../src/agent/tools/toolbox.ts";
import { noLog } from "../../src/domain/log.ts";
import type { Tool } from "../../src/domain/tool.ts";
import { createToolbox, type ToolboxDeps } from "../../src/session/toolbox.ts";
import { createRegistry } from "../../src/tools/registry.ts";

const limits = { resultChars: 1_000, previewChars: 100, spillFolder: "/nowhere" };
const counts = { exact_failure: 0, same_tool_failure: 0, idempotent_no_progress: 0 };

/** The real toolbox without limits, hooks or anybody to ask. */
export function testToolbox(tools: readonly Tool[], changes: Partial<ToolboxDeps> = {}): Toolbox {
  return createToolbox({
    registry: createRegistry(tools),
    rules: { limits, redact: (text) => text, installation: "/opt/hermes/" },
    toolRules: {
      deadlines: { batchMs: 0, callMs: 0 },
      guardrails: {
        warnings_enabled: false,
        hard_stop_enabled: false,
        warn_after: { ...counts, identical_call: 0 },
        hard_stop_after: counts,
        loop_caps: { web_search: 0, subagents: 0 },
      },
      limits,
      stepChars: 1_000,
      mostSpawns: 3,
    },
    hooks: [],
    approver: { name: "none", decide: () => Promise.reject(new Error("not asked")) },
    questions: null,
    permissions: null,
    cwd: () => "/",
    userHome: "/home/person",
    foldsCase: false,
    platform: "cli",
    log: noLog,
    ...changes,
  });
}
