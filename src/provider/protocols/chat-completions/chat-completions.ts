import type { PromptParts } from "../../../domain/cache.ts";
import type { ModelRequest } from "../../../domain/model-client.ts";
import { breaksAtSystem, brokenTexts, cacheHints } from "../../caching/automatic-cache.ts";
import { envelopeLayout } from "../../caching/envelope-layout.ts";
import { placeMarkers } from "../../caching/place-markers.ts";
import { routeOf } from "../../caching/route.ts";
import type { Marked, Protocol } from "../../protocol.ts";
import { systemBlocks } from "../content.ts";
import { outputLimit } from "../output-limits.ts";
import { withOverrides } from "../overrides.ts";
import { type ChatState, startChat, stepChat } from "./frames.ts";
import { createChatLowering, type LoweredChat } from "./lower.ts";
import { endOfChat, wholeChat } from "./raise.ts";
import type { ChatBody, ChatMessage } from "./wire-types.ts";

/** The format nearly every endpoint speaks. */
export function createChatCompletions(): Protocol<ChatState, ChatBody> {
  const lower = createChatLowering();
  return {
    id: "chat_completions",
    path: "/chat/completions",
    headers: () => ({}),
    body: (request) => bodyOf(request, lower(request)),
    mark: markChat,
    parts: partsOf,
    start: startChat,
    step: stepChat,
    end: endOfChat,
    whole: wholeChat,
  };
}

function bodyOf(request: ModelRequest, { messages, tools }: LoweredChat): ChatBody {
  const { model, traits } = request.runtime;
  const body: ChatBody = {
    model,
    messages,
    ...(tools.length === 0 ? {} : { tools }),
    ...outputCap(request),
    ...reasoningOf(request),
    ...cacheHints(request),
    ...(traits.streaming ? { stream: true, stream_options: { include_usage: true } } : {}),
  };
  return withOverrides(body, request.overrides);
}

/** These families refuse the older key wherever they are served. */
const completionCapFamilies = /^(?:gpt-4o|gpt-4\.1|gpt-5|o[134](?![a-z0-9]))/;

function outputCap({ runtime, maxTokens }: ModelRequest): Partial<ChatBody> {
  const name = runtime.model.toLowerCase();
  const cap = maxTokens ?? runtime.maxOutput ?? (name.includes("claude") ? outputLimit(name) : null);
  if (cap === null) return {};
  const family = completionCapFamilies.test(name.slice(name.lastIndexOf("/") + 1));
  return family || runtime.traits.outputCapKey === "max_completion_tokens"
    ? { max_completion_tokens: cap }
    : { max_tokens: cap };
}

function reasoningOf({ runtime, reasoning }: ModelRequest): Partial<ChatBody> {
  if (!runtime.traits.reasoningParameter || reasoning === null) return {};
  const { enabled, effort } = reasoning;
  if (!enabled || effort === "none") return { reasoning: { enabled: false } };
  return { reasoning: effort === null ? { enabled } : { enabled, effort } };
}

function partsOf({ tools = [], tool_choice: choice, reasoning, messages }: ChatBody): PromptParts {
  const [first, ...rest] = messages;
  const hasSystem = first?.role === "system" || first?.role === "developer";
  return {
    tools,
    system: hasSystem ? textsOf(first.content) : [],
    settings: JSON.stringify([choice ?? null, reasoning ?? null]),
    messages: hasSystem ? rest : messages,
  };
}

function textsOf(content: ChatMessage["content"]): readonly string[] {
  if (typeof content === "string") return [content];
  return (content ?? []).map((part) => (part.type === "text" ? part.text : ""));
}

function markChat(body: ChatBody, request: ModelRequest, nowSeconds: number): Marked<ChatBody> {
  if (breaksAtSystem(request)) return { body: withBreakpoint(body, request), tail: null, markers: [] };
  if (request.runtime.traits.caching.kind !== "markers") return { body, tail: null, markers: [] };
  const blocks = systemBlocks(request);
  const cached = blocks.findLastIndex((block) => block.cached);
  const anchor = request.turnStart + (blocks.length === 0 ? 0 : 1);
  return placeMarkers(envelopeLayout, body, {
    plan: request.cache,
    route: routeOf(request.runtime),
    systemBlock: cached === -1 ? null : cached,
    anchor: request.turnStart === -1 ? null : { message: anchor, block: Infinity },
    nowSeconds,
  });
}

/** The last block of the cached prompt is where another conversation, or this one after a compression, can go on. */
function withBreakpoint(body: ChatBody, request: ModelRequest): ChatBody {
  const [first, ...rest] = body.messages;
  if (first?.role !== "system" && first?.role !== "developer") return body;
  const content = brokenTexts(systemBlocks(request)).map((part) => ({ type: "text" as const, ...part }));
  return { ...body, messages: [{ ...first, content }, ...rest] };
}
