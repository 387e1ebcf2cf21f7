import type { InboundMessage } from "../../domain/gateway-ledger.ts";
import type { Message } from "../../domain/message.ts";
import type { Usage } from "../../domain/usage.ts";
import type { HookName } from "./hook-names.ts";

type Around = { readonly session_id: string; readonly turn_id: string; readonly platform: string };
type Arguments = Readonly<Record<string, unknown>>;

type CallEnd = {
  readonly tool: string;
  readonly args: Arguments;
  readonly call_id: string;
  readonly result: string;
  readonly duration_ms: number;
  readonly status: "ok" | "error" | "blocked" | "cancelled" | "timeout";
  readonly error: string | null;
};

type ChildAbout = { readonly id: string; readonly goal: string; readonly role: "leaf" | "orchestrator" };

type Model = { readonly model: string; readonly provider: string };

/** What each hook is given, besides `Around`. Copies: changing one changes nothing. Fields may be added. */
type Payloads = {
  readonly pre_tool_call: {
    readonly tool: string;
    readonly args: Arguments;
    readonly call_id: string;
    readonly task_id: string;
  };
  readonly post_tool_call: CallEnd;
  readonly transform_tool_result: CallEnd;
  readonly pre_llm_call: {
    readonly user_message: string;
    readonly history: readonly Message[];
    readonly is_first_turn: boolean;
    readonly model: string;
  };
  readonly post_llm_call: {
    readonly user_message: string;
    readonly response: string;
    readonly history: readonly Message[];
  };
  readonly transform_llm_output: { readonly response: string };
  readonly pre_api_request: Model & {
    readonly step: number;
    readonly messages: string;
    readonly message_count: number;
    readonly tool_count: number;
    readonly context_tokens: number;
  };
  readonly post_api_request: Model & {
    readonly step: number;
    readonly text: string;
    readonly tool_calls: readonly string[];
    readonly finish_reason: string;
    readonly usage: Usage | null;
    readonly latency_ms: number;
  };
  readonly api_request_error: Model & {
    readonly step: number;
    readonly class: string;
    readonly status: number | null;
    readonly error: string;
    readonly retried: boolean;
  };
  readonly on_stream_delta: { readonly delta: string; readonly kind: "text" | "reasoning" };
  readonly on_session_start: Model & { readonly reason: string };
  readonly on_session_end: {
    readonly reason: string;
    readonly completed: boolean;
    readonly failed: boolean;
    readonly interrupted: boolean;
    readonly exit_reason: string;
  };
  readonly on_session_reset: {
    readonly reason: string;
    readonly old_session_id: string;
    readonly new_session_id: string;
  };
  readonly on_session_compress: {
    readonly reason: string;
    readonly old_session_id: string;
    readonly new_session_id: string | null;
    readonly outcome: string;
  };
  readonly pre_approval_request: { readonly tool: string; readonly command: string; readonly rule: string | null };
  readonly post_approval_response: {
    readonly tool: string;
    readonly command: string;
    readonly rule: string | null;
    readonly choice: string;
  };
  readonly pre_command: { readonly command: string; readonly args: string };
  readonly subagent_start: ChildAbout;
  readonly subagent_stop: ChildAbout & {
    readonly status: string;
    readonly summary: string;
    readonly child_session_id: string | null;
  };
  readonly pre_gateway_dispatch: { readonly message: InboundMessage };
  readonly gateway_event: { readonly event: Readonly<Record<string, unknown>> };
};

export type HookPayload<Name extends HookName> = Around & Payloads[Name];

type Directive =
  | { readonly action: "block"; readonly message: string }
  | { readonly action: "approve"; readonly message?: string; readonly rule?: string }
  | { readonly action: "modify"; readonly args: Arguments };

/** Who speaks and where stays as it was: a hook cannot let somebody in. */
type Dispatch = { readonly action: "skip" | "allow" } | { readonly action: "rewrite"; readonly text: string };

type Said = {
  readonly pre_tool_call: Directive;
  readonly transform_tool_result: string;
  readonly pre_llm_call: string | { readonly context: string };
  readonly transform_llm_output: string;
  readonly pre_gateway_dispatch: Dispatch;
};

type Nothing = null | undefined | void;

/** What a hook may answer; whatever else it returns is no opinion. */
export type HookAnswer<Name extends HookName> = Name extends keyof Said ? Said[Name] | Nothing : Nothing;

export type HookFunction<Name extends HookName> = (
  payload: HookPayload<Name>,
) => Promise<HookAnswer<Name>> | HookAnswer<Name>;
