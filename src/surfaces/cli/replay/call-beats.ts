import { callPreview } from "../../../commands/call-preview.ts";
import type { TapedTurn } from "../../../commands/replay/tape.ts";
import type { Question } from "../../../domain/approval.ts";
import type { ToolCall, ToolMessage } from "../../../domain/message.ts";
import { meantCall } from "../../../text/meant-call.ts";
import { replayPhrases as say } from "../../../text/phrases/replay.ts";
import { type Beat, eventBeat } from "./beat.ts";

type Run = TapedTurn["runs"][number];
type Decision = TapedTurn["decisions"][number];

/** What is stored about the calls of a turn and not yet told. Figures know the tool and not the call: they go in order. */
export type CallsToGo = {
  readonly cwd: string;
  readonly results: ReadonlyMap<string, { readonly message: ToolMessage; readonly atMs: number }>;
  readonly runs: Run[];
  readonly decisions: Decision[];
};

export function callsToGo({ messages, runs, decisions }: TapedTurn, cwd: string): CallsToGo {
  const results = messages.flatMap(({ message, at }) =>
    message.role === "tool" ? [[message.tool_call_id, { message, atMs: at * 1_000 }] as const] : [],
  );
  return { cwd, results: new Map(results), runs: [...runs], decisions: [...decisions] };
}

/** A call from the moment it was asked for; one without a result was never finished. */
export function callBeats(sent: ToolCall, askedMs: number, toGo: CallsToGo): readonly Beat[] {
  const call = meantCall(sent); // what ran is kept under its own name
  const { name } = call.function;
  const result = toGo.results.get(call.id);
  const run = result === undefined ? undefined : takeFirst(toGo.runs, ({ tool }) => tool === name);
  const decision = takeFirst(toGo.decisions, ({ tool }) => tool === name);
  const endMs = Math.max(askedMs, result?.atMs ?? askedMs);
  const durationMs = run?.duration_ms ?? endMs - askedMs;
  const startMs = Math.max(askedMs, endMs - durationMs);
  const started = eventBeat(startMs, { type: "tool.started", call, preview: callPreview(call) });
  const asked = decision === undefined ? [] : decisionBeats(call, decision, startMs, toGo.cwd);
  if (result === undefined) return [started, ...asked];
  const ok = run === undefined ? !saysError(result.message) : run.status === "ok";
  const finished = { callId: call.id, result: result.message, ok, truncated: false, durationMs };
  return [started, ...asked, eventBeat(endMs, { type: "tool.finished", ...finished })];
}

function takeFirst<T>(items: T[], fits: (item: T) => boolean): T | undefined {
  const index = items.findIndex(fits);
  return index === -1 ? undefined : items.splice(index, 1)[0];
}

/** Of imported calls no figures are stored. */
function saysError({ content }: ToolMessage): boolean {
  return typeof content === "string" && /^\s*\{\s*"error"\s*:/.test(content);
}

/** What a person was asked stands in its panel until they answered; the line behind it says what they said. */
function decisionBeats(call: ToolCall, decision: Decision, atMs: number, cwd: string): readonly Beat[] {
  const { decision: verdict, by, scope, command_redacted: action } = decision;
  const question = questionOf(call, decision, cwd);
  const text = say.decided(verdict, by, scope, action);
  const told: Beat = { atMs, action: { type: "shown", block: { kind: "notice", level: "info", text } } };
  if (by !== "user" && by !== "timeout") return [told];
  return [
    eventBeat(atMs, { type: "question.asked", question }),
    { atMs, action: { type: "answered", questionId: question.id } },
    told,
  ];
}

function questionOf(call: ToolCall, { tool, rule, command_redacted: action }: Decision, cwd: string): Question {
  const concerns = rule === null ? [] : [{ rule, description: tool }];
  const approval = {
    tool,
    kind: "tool",
    action,
    cwd,
    child: null,
    concerns,
    diff: null,
    always: [],
    note: null,
  } as const;
  return { id: `${call.id}:replayed`, kind: "approval", text: action, choices: ["once", "session", "deny"], approval };
}
