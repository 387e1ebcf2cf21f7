/** Every moment a plugin or a shell command can be called at. */
export const hookNames = [
  "pre_tool_call",
  "post_tool_call",
  "transform_tool_result",
  "pre_llm_call",
  "post_llm_call",
  "transform_llm_output",
  "pre_api_request",
  "post_api_request",
  "api_request_error",
  "on_stream_delta",
  "on_session_start",
  "on_session_end",
  "on_session_reset",
  "on_session_compress",
  "pre_approval_request",
  "post_approval_response",
  "pre_command",
  "subagent_start",
  "subagent_stop",
  "pre_gateway_dispatch",
  "gateway_event",
] as const;

export type HookName = (typeof hookNames)[number];

export function isHookName(name: string): name is HookName {
  return hookNames.some((known) => known === name);
}
