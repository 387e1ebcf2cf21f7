import { createCacheWatch } from "../../src/agent/cache-watch/cache-watch.ts";
import type { CachePlan } from "../../src/domain/cache.ts";
import type { Message } from "../../src/domain/message.ts";
import { noLatches, type ModelRequest, type ToolSchema } from "../../src/domain/model-client.ts";
import type { Runtime } from "../../src/domain/runtime.ts";
import type { Protocol } from "../../src/provider/protocol.ts";
import { createAnthropicMessages } from "../../src/provider/protocols/anthropic-messages/anthropic-messages.ts";
import { createChatCompletions } from "../../src/provider/protocols/chat-completions/chat-completions.ts";
import { createOpenaiResponses } from "../../src/provider/protocols/openai-responses/openai-responses.ts";
import { createCacheKeeper, type KeptTail } from "../../src/session/cache-keeper.ts";
import type { CacheUse, PromptLayout } from "../../src/simulator/cache/layout.ts";
import { createPromptCache } from "../../src/simulator/cache/prompt-cache.ts";
import { chatFormat } from "../../src/simulator/chat/format.ts";
import { messagesFormat } from "../../src/simulator/messages/format.ts";
import { cacheRulesOf, profileOf } from "../../src/simulator/model-profiles.ts";
import { responsesFormat } from "../../src/simulator/responses/format.ts";
import { createSeal } from "../../src/simulator/seal.ts";
import type { Column } from "./columns.ts";
import { claimedTokens, resized, sized } from "./sized.ts";

const tools: readonly ToolSchema[] = [
  {
    name: "read_file",
    description: sized(12_000, "tools"),
    parameters: { type: "object", properties: {}, required: [] },
  },
];

export type Asked = { readonly messages: readonly Message[]; readonly turnStart: number; readonly atSeconds: number };

/** Sends requests as the program does and has the simulated provider account for them. */
export type Meter = {
  readonly keeper: KeptTail;
  readonly send: (asked: Asked) => { readonly layout: PromptLayout; readonly use: CacheUse };
  /** A look at the cache that leaves nothing there. */
  readonly peek: (asked: Asked) => { readonly layout: PromptLayout; readonly use: CacheUse };
  /** Of tools, system text and these messages. */
  readonly tokens: (messages: readonly Message[]) => number;
  readonly rebuildPrompt: () => void;
};

export function createMeter(column: Column): Meter {
  const runtime = runtimeOf(column);
  const wire = wireOf(column);
  const cache = createPromptCache();
  const watch = createCacheWatch({ isNew: true, last: null, spending: null });
  const keeper = createCacheKeeper(() => runtime, column.settings, {
    tail: null,
    pauses: null,
    watch,
    key: () => "pck_000000000000000000000000",
  });
  let built = 0;
  const systemText = (): string => sized(8_000, `system ${built}`);
  const request = ({ messages, turnStart }: Asked, plan: CachePlan): ModelRequest => ({
    runtime,
    system: [{ text: systemText(), cached: true }],
    messages,
    turnStart,
    tools,
    cache: plan,
    maxTokens: null,
    reasoning: null,
    latches: noLatches,
    overrides: {},
    contextTokens: 0,
  });
  const sent = (asked: Asked, plan: CachePlan) => {
    const { tail, layout } = wire(request(asked, plan), asked.atSeconds);
    const { rules } = wire;
    return { tail, layout, use: cache.use(layout, rules, asked.atSeconds) };
  };
  return {
    keeper,
    send: (asked) => {
      const { tail, layout, use } = sent(asked, keeper.plan());
      keeper.keep(tail, asked.atSeconds);
      return { layout, use };
    },
    peek: (asked) => sent(asked, { ...keeper.plan(), readOnly: column.settings.strategy === "anchored" }),
    tokens: (messages) => claimedTokens([tools, systemText(), messages]),
    rebuildPrompt: () => void (built += 1),
  };
}

function runtimeOf({ mode, model, caching }: Column): Runtime {
  return {
    provider: "custom",
    model,
    baseUrl: "https://models.example/v1",
    apiMode: mode,
    credential: null,
    headers: {},
    contextLength: 1_000_000,
    maxOutput: null,
    timeouts: { requestMs: null, staleMs: null, streamReadMs: null },
    traits: {
      official: true,
      reasoningEcho: "off",
      reasoningParameter: false,
      outputCapKey: "max_tokens",
      caching,
      vision: true,
      streaming: true,
      local: false,
      keepDotsInModel: false,
      aggregator: false,
    },
  };
}

const formats = {
  anthropic_messages: messagesFormat,
  chat_completions: chatFormat,
  codex_responses: responsesFormat,
};

/** Our bytes, read by the provider's own checks: a body it would refuse costs nothing and proves nothing. */
function wireOf({ mode, model }: Column) {
  const profile = profileOf(model);
  if (profile === null) throw new Error(`nobody simulates ${model}`);
  const format = formats[mode];
  const write = writerOf(mode);
  const context = { seal: createSeal("bench"), cameWithoutThinking: () => true, profile };
  const read = (request: ModelRequest, atSeconds: number) => {
    const { body, tail } = write(request, atSeconds);
    const reading = format.read(body, context);
    if (reading.kind === "refused") throw new Error(`${model} refuses: ${JSON.stringify(reading.refusal)}`);
    const layout = resized({ ...reading.prompt.layout, scope: reading.cacheKey });
    return { tail, layout };
  };
  return Object.assign(read, { rules: cacheRulesOf(profile, mode) });
}

function writerOf(mode: Column["mode"]) {
  switch (mode) {
    case "anthropic_messages":
      return marking(createAnthropicMessages());
    case "chat_completions":
      return marking(createChatCompletions());
    case "codex_responses":
      return marking(createOpenaiResponses());
  }
}

function marking<State, Body extends object>(protocol: Protocol<State, Body>) {
  return (request: ModelRequest, atSeconds: number) => {
    const { body, tail } = protocol.mark(protocol.body(request), request, atSeconds);
    return { body, tail };
  };
}
