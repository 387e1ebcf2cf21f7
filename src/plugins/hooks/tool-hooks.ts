import { isRecord } from "../../text/is-record.ts";
import type { CallReport, HookedCall, HookVerdict, ToolHooks } from "../../domain/tool-hooks.ts";
import { textOf } from "../../domain/message.ts";
import { pluginsPhrases as say } from "../../text/phrases/plugins.ts";
import { verdictOf } from "./directive.ts";
import type { HookRunner, Opinion, Seat } from "./hook-runner.ts";

/** What plugins and shell hooks have to say around tool calls. One object: the runner knows their order. */
export function pluginToolHooks(runner: HookRunner, platform: string): ToolHooks {
  return {
    name: "plugins",
    preToolCall: (call) => askBefore(call, runner, platform),
    postToolCall: (report) => {
      for (const seat of heard(runner.seats("post_tool_call"), report.tool)) seat.tell(ended(report, platform));
    },
    transformToolResult: async (report, content) => {
      const payload = { ...ended(report, platform), result: textOf(content) };
      for (const seat of heard(runner.seats("transform_tool_result"), report.tool)) {
        const opinion = await seat.ask(payload);
        if (opinion.kind === "said" && typeof opinion.value === "string") return opinion.value;
      }
      return null;
    },
  };
}

/** The first block wins; new arguments pile up, and a wish for a person's yes stays whatever comes after it. */
async function askBefore(call: HookedCall, runner: HookRunner, platform: string): Promise<HookVerdict | null> {
  let { args } = call;
  let gate: Extract<HookVerdict, { kind: "approve" }> | null = null;
  for (const seat of heard(runner.seats("pre_tool_call"), call.tool)) {
    const opinion = await seat.ask(before({ ...call, args }, platform), call.signal);
    const verdict = opinionOn(opinion, seat, args);
    if (verdict?.kind === "block") return verdict;
    if (verdict?.kind === "rewrite") ({ args } = verdict);
    if (verdict?.kind === "approve") gate ??= verdict;
  }
  if (gate !== null) return args === call.args ? gate : { ...gate, args };
  return args === call.args ? null : { kind: "rewrite", args };
}

function opinionOn(opinion: Opinion, { owner, hook, options }: Seat, args: HookedCall["args"]): HookVerdict | null {
  switch (opinion.kind) {
    case "said":
      return verdictOf(opinion.value, args);
    case "failed":
      return options.failClosed === true
        ? { kind: "block", message: say.failedClosed(owner, hook, opinion.why) }
        : null;
    case "silent":
      return null;
  }
}

function heard(seats: readonly Seat[], tool: string): readonly Seat[] {
  return seats.filter(({ options: { matcher } }) => matchesTool(matcher, tool));
}

/** An absent, empty or `*` matcher is every tool. */
export function matchesTool(matcher: string | undefined, tool: string): boolean {
  if (matcher === undefined || matcher === "" || matcher === "*") return true;
  return new RegExp(`^(?:${matcher})$`).test(tool);
}

function before({ sessionId, turnId, tool, args, callId, taskId }: HookedCall, platform: string) {
  return { session_id: sessionId, turn_id: turnId, platform, tool, args, call_id: callId, task_id: taskId };
}

function ended(report: CallReport, platform: string) {
  return {
    session_id: report.sessionId,
    turn_id: report.turnId,
    platform,
    tool: report.tool,
    args: parsed(report.args),
    call_id: report.callId,
    result: report.result,
    duration_ms: report.durationMs,
    status: report.status,
    error: report.errorType,
  };
}

/** Arguments as they are told: masked and cut, so they need not be JSON any more. */
function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : { text };
  } catch {
    return { text };
  }
}
