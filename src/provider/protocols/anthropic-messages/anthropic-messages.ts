import type { PromptParts } from "../../../domain/cache.ts";
import type { ModelRequest } from "../../../domain/model-client.ts";
import { nativeLayout } from "../../caching/native-layout.ts";
import { placeMarkers } from "../../caching/place-markers.ts";
import { routeOf } from "../../caching/route.ts";
import type { Marked, Protocol } from "../../protocol.ts";
import { systemBlocks } from "../content.ts";
import { withOverrides } from "../overrides.ts";
import { type AnthropicState, startAnthropic, stepAnthropic } from "./frames.ts";
import { createAnthropicLowering, type LoweredAnthropic } from "./lower.ts";
import { modelName } from "./model-name.ts";
import { endOfAnthropic, wholeAnthropic } from "./raise.ts";
import { outputSettings } from "./settings.ts";
import { toolSettings } from "./tools.ts";
import type { AnthropicBody } from "./wire-types.ts";

const headers = {
  "anthropic-version": "2023-06-01",
  "anthropic-beta": "interleaved-thinking-2025-05-14,fine-grained-tool-streaming-2025-05-14",
};

export function createAnthropicMessages(): Protocol<AnthropicState, AnthropicBody> {
  const lower = createAnthropicLowering();
  return {
    id: "anthropic_messages",
    path: "/v1/messages",
    headers: () => headers,
    body: (request) => bodyOf(request, lower(request)),
    mark: (body, request, nowSeconds) => markAnthropic(body, request, lower(request).anchor, nowSeconds),
    parts: partsOf,
    start: startAnthropic,
    step: stepAnthropic,
    end: endOfAnthropic,
    whole: wholeAnthropic,
  };
}

function bodyOf(request: ModelRequest, lowered: LoweredAnthropic): AnthropicBody {
  const { tool_choice: choice, ...overrides } = request.overrides;
  const system = systemBlocks(request).map(({ text }) => ({ type: "text" as const, text }));
  const body: AnthropicBody = {
    model: modelName(request.runtime),
    ...outputSettings(request),
    ...(system.length === 0 ? {} : { system }),
    ...toolSettings(lowered.tools, choice),
    messages: lowered.messages,
    ...(request.runtime.traits.streaming ? { stream: true } : {}),
  };
  return withOverrides(body, overrides);
}

function partsOf({ tools = [], system = [], tool_choice: choice, thinking, messages }: AnthropicBody): PromptParts {
  const settings = JSON.stringify([choice ?? null, thinking ?? null]);
  return { tools, system: system.map(({ text }) => text), settings, messages };
}

function markAnthropic(
  body: AnthropicBody,
  request: ModelRequest,
  anchor: LoweredAnthropic["anchor"],
  nowSeconds: number,
): Marked<AnthropicBody> {
  if (request.runtime.traits.caching.kind !== "markers") return { body, tail: null, markers: [] };
  const cached = systemBlocks(request).findLastIndex((block) => block.cached);
  return placeMarkers(nativeLayout, body, {
    plan: request.cache,
    route: routeOf(request.runtime),
    systemBlock: cached === -1 ? null : cached,
    anchor,
    nowSeconds,
  });
}
