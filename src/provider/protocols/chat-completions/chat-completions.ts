import type { ModelRequest } from "../../../domain/model-client.ts";
import { envelopeLayout } from "../../caching/envelope-layout.ts";
import { placeMarkers } from "../../caching/place-markers.ts";
import { routeOf } from "../../caching/route.ts";
import type { Marked, Protocol } from "../../protocol.ts";
import { systemBlocks } from "../content.ts";
import { outputLimit } from "../output-limits.ts";
import { withOverrides } from "../overrides.ts";
import { shortKey } from "../tool-ids.ts";
import { type ChatState, startChat, stepChat } from "./frames.ts";
import { createChatLowering, type LoweredChat } from "./lower.ts";
import { endOfChat, wholeChat } from "./raise.ts";
import type { ChatBody } from "./wire-types.ts";

/** The format nearly every endpoint speaks. */
export function createChatCompletions(): Protocol<ChatState, ChatBody> {
  const lower = createChatLowering();
  return {
    id: "chat_completions",
    path: "/chat/completions",
    headers: () => ({}),
    body: (request) => bodyOf(request, lower(request)),
    mark: markChat,
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
    ...(request.cache.key === null || traits.caching.kind !== "automatic"
      ? {}
      : { prompt_cache_key: shortKey(request.cache.key) }),
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

function markChat(body: ChatBody, request: ModelRequest, nowSeconds: number): Marked<ChatBody> {
  if (request.runtime.traits.caching.kind !== "markers") return { body, tail: null };
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
