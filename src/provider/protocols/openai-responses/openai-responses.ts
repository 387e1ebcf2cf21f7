import type { PromptParts } from "../../../domain/cache.ts";
import type { ModelRequest } from "../../../domain/model-client.ts";
import { breaksAtSystem, brokenTexts, cacheHints } from "../../caching/automatic-cache.ts";
import { hostOf } from "../../caching/route.ts";
import type { Protocol } from "../../protocol.ts";
import { systemBlocks, systemText } from "../content.ts";
import { withOverrides } from "../overrides.ts";
import { canReason, clampEffort } from "./efforts.ts";
import { type ResponsesState, startResponses, stepResponses } from "./frames.ts";
import { createResponsesLowering, type LoweredResponses } from "./lower.ts";
import { createPreflight } from "./preflight.ts";
import { endOfResponses, wholeResponses } from "./raise.ts";
import type { ResponsesBody } from "./wire-types.ts";

const identity = "You are Hermes, a helpful assistant."; // the endpoint refuses empty instructions

export function createOpenaiResponses(): Protocol<ResponsesState, ResponsesBody> {
  const lower = createResponsesLowering();
  return {
    id: "codex_responses",
    path: "/responses",
    headers: () => ({}),
    body: (request) => bodyOf(request, lower(request)),
    preflight: createPreflight(),
    mark: (body, request) => ({ body: withBreakpoint(body, request), tail: null, markers: [] }),
    parts: partsOf,
    start: startResponses,
    step: stepResponses,
    end: endOfResponses,
    whole: wholeResponses,
  };
}

function bodyOf(request: ModelRequest, { input, tools }: LoweredResponses): ResponsesBody {
  const { runtime, latches } = request;
  const replays = canReason(runtime.model) && !latches.encryptedReplayDisabled;
  const body: ResponsesBody = {
    model: runtime.model,
    instructions: systemText(request) || identity,
    input,
    ...(tools.length === 0 ? {} : { tools, tool_choice: "auto", parallel_tool_calls: true }),
    store: false,
    include: replays ? ["reasoning.encrypted_content"] : [],
    ...reasoningOf(request),
    ...outputCap(request),
    ...cacheHints(request),
    ...(runtime.traits.streaming ? { stream: true } : {}),
  };
  return withOverrides(body, request.overrides);
}

function partsOf({ tools = [], instructions, tool_choice: choice, reasoning, input }: ResponsesBody): PromptParts {
  const settings = JSON.stringify([choice ?? null, reasoning ?? null]);
  return { tools, system: [instructions], settings, messages: input };
}

function reasoningOf({ runtime, reasoning }: ModelRequest): Pick<ResponsesBody, "reasoning"> {
  if (reasoning === null || !reasoning.enabled || reasoning.effort === "none" || !canReason(runtime.model)) return {};
  const effort = reasoning.effort === null ? null : clampEffort(reasoning.effort, runtime.model);
  return { reasoning: { ...(effort === null ? {} : { effort }), summary: "auto" } };
}

/** The subscription backend has its own cap and refuses ours. */
function outputCap({ runtime, maxTokens }: ModelRequest): Pick<ResponsesBody, "max_output_tokens"> {
  const cap = maxTokens ?? runtime.maxOutput;
  return cap === null || hostOf(runtime.baseUrl) === "chatgpt.com" ? {} : { max_output_tokens: cap };
}

/** Instructions cannot carry a breakpoint, a developer's message can; the endpoint makes the one of the other anyway. */
function withBreakpoint(body: ResponsesBody, request: ModelRequest): ResponsesBody {
  const blocks = systemBlocks(request);
  if (!breaksAtSystem(request) || blocks.length === 0) return body;
  const content = brokenTexts(blocks).map((part) => ({ type: "input_text" as const, ...part }));
  return { ...body, instructions: identity, input: [{ role: "developer", content }, ...body.input] };
}
