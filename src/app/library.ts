import { Agent } from "./agent.ts";
import type { AgentOptions } from "./agent-options.ts";
import { sessionRequest } from "./agent-setup.ts";
import { AgentSetupError } from "./agent-setup-error.ts";
import { openSession } from "./open-session.ts";
import { resolveChoice } from "./switch-model.ts";

export type { Agent, AgentSession, ConversationOptions } from "./agent.ts";
export type { AgentOptions, FallbackModel, ModelChoice, Prefetch, PreLlmCall } from "./agent-options.ts";
export { AgentSetupError } from "./agent-setup-error.ts";
export type { AgentCallbacks } from "./callbacks/callbacks.ts";
export type { ClarifyCallback } from "./callbacks/clarify-feed.ts";
export type { StatusCallback } from "./callbacks/status-feed.ts";
export type { StepTool } from "./callbacks/step-feed.ts";
export type { ToolProgress } from "./callbacks/tool-progress-feed.ts";
export type { ContextUse } from "../domain/context-use.ts";
export type { SessionCost } from "../session/session-cost.ts";
export { TurnRunningError, type RunningTurn, type TurnInput } from "../session/turn-input.ts";
export { emptyProcessMemory, type ProcessMemory } from "./process-memory.ts";
export { definePlugin, type Plugin, type PluginContext } from "../plugins/plugin.ts";
export type { ContextEngine } from "../domain/context-engine.ts";
export type { EngineContext, EngineFactory } from "../domain/engine-context.ts";
export type { CompressionAnswer, UndoAnswer } from "../session/compression-answer.ts";
export type { CompressionOptions } from "../session/compression-options.ts";
export type { RewindAnswer } from "../session/rewind-answer.ts";
export type { RewindPlan } from "../session/rewind-plan.ts";
export type { AgentEvent, SessionInfo } from "../domain/event.ts";
export type { ChildControl, WorkingChild } from "../domain/child-control.ts";
export type { ExitReason } from "../domain/exit.ts";
export type { Log } from "../domain/log.ts";
export type { Content, Message, ToolCall } from "../domain/message.ts";
export { defineTool, type Tool, type ToolContext } from "../domain/tool.ts";
export { fail, ok, type ToolOutcome } from "../domain/outcome.ts";
export type { Approver, Question } from "../domain/approval.ts";
export type { ToolHooks } from "../domain/tool-hooks.ts";
export type { TurnHooks } from "../domain/turn-hooks.ts";
export type { TurnQuestion } from "../domain/turn-context.ts";
export type { TurnResult } from "../domain/turn.ts";
export type { Usage } from "../domain/usage.ts";

export async function createAgent(options: AgentOptions = {}): Promise<Agent> {
  const opening = await openSession(sessionRequest(options));
  if (opening.kind === "refused") throw new AgentSetupError(opening.message, opening.exitCode);
  const { session } = opening;
  return new Agent(session, options, async (choice) => session.switchRuntime(await resolveChoice(options, choice)));
}
