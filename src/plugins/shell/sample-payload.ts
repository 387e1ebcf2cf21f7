import { type InboundMessage, unsaidParts } from "../../domain/gateway-ledger.ts";
import type { HookSample } from "../../domain/plugin-admin.ts";
import type { HookName } from "../hooks/hook-names.ts";
import type { HookPayload } from "../hooks/payloads.ts";

const child = { id: "sample-child", goal: "a sample goal", role: "leaf" } as const;
const around = { session_id: "sample-session", turn_id: "sample-turn", platform: "cli" } as const;
const model = { model: "sample-model", provider: "sample" } as const;
const ending = { result: "sample result", duration_ms: 12, status: "ok", error: null, call_id: "call_sample" } as const;
const asked = { command: "rm -rf build", rule: "recursive-delete", tool: "terminal" } as const;

const arrived: InboundMessage = {
  platform: "sample",
  receivedAtMs: 0,
  chatId: "sample-chat",
  chatType: "dm",
  messageId: "sample-message",
  userId: "sample-user",
  text: "a sample message",
  ...unsaidParts,
};

type Samples = { readonly [Name in HookName]: (sample: HookSample) => HookPayload<Name> };

const samples: Samples = {
  pre_tool_call: (call) => ({ ...around, ...call, call_id: "call_sample", task_id: "sample-task" }),
  post_tool_call: (call) => ({ ...around, ...call, ...ending }),
  transform_tool_result: (call) => ({ ...around, ...call, ...ending }),
  pre_llm_call: () => ({
    ...around,
    user_message: "a sample question",
    history: [],
    is_first_turn: true,
    model: model.model,
  }),
  post_llm_call: () => ({ ...around, user_message: "a sample question", response: "a sample answer", history: [] }),
  transform_llm_output: () => ({ ...around, response: "a sample answer" }),
  pre_api_request: () => ({
    ...around,
    ...model,
    step: 1,
    messages: "[]",
    message_count: 1,
    tool_count: 0,
    context_tokens: 100,
  }),
  post_api_request: () => ({
    ...around,
    ...model,
    step: 1,
    text: "a sample answer",
    tool_calls: [],
    finish_reason: "stop",
    usage: null,
    latency_ms: 500,
  }),
  api_request_error: () => ({
    ...around,
    ...model,
    step: 1,
    class: "overloaded",
    status: 529,
    error: "a sample error",
    retried: true,
  }),
  on_stream_delta: () => ({ ...around, delta: "a sample", kind: "text" }),
  on_session_start: () => ({ ...around, ...model, reason: "new" }),
  on_session_end: () => ({
    ...around,
    reason: "closed",
    completed: true,
    failed: false,
    interrupted: false,
    exit_reason: "text_response",
  }),
  on_session_reset: () => ({
    ...around,
    reason: "new",
    old_session_id: "sample-old",
    new_session_id: "sample-session",
  }),
  on_session_compress: () => ({
    ...around,
    reason: "threshold",
    old_session_id: "sample-old",
    new_session_id: "sample-session",
    outcome: "ok",
  }),
  pre_approval_request: () => ({ ...around, ...asked }),
  post_approval_response: () => ({ ...around, ...asked, choice: "once" }),
  pre_command: () => ({ ...around, command: "help", args: "" }),
  subagent_start: () => ({ ...around, ...child }),
  subagent_stop: () => ({
    ...around,
    ...child,
    status: "completed",
    summary: "a sample summary",
    child_session_id: "sample-child-session",
  }),
  pre_gateway_dispatch: () => ({ ...around, message: arrived }),
  gateway_event: () => ({ ...around, event: { kind: "edit" } }),
};

/** What a hook could be told at this moment. All of it is invented. */
export function samplePayload(event: HookName, sample: HookSample): unknown {
  return samples[event](sample);
}
