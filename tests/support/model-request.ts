import type { ModelRequest } from "../../src/domain/model-client.ts";
import type { Runtime, RuntimeTraits } from "../../src/domain/runtime.ts";

type Given = Partial<Omit<ModelRequest, "runtime">> & {
  readonly runtime?: Partial<Omit<Runtime, "traits">>;
  readonly traits?: Partial<RuntimeTraits>;
};

const plainTraits: RuntimeTraits = {
  official: false,
  reasoningEcho: "off",
  reasoningParameter: false,
  outputCapKey: "max_tokens",
  caching: { kind: "none", reason: "a test" },
  vision: false,
  streaming: true,
  local: false,
  keepDotsInModel: false,
  aggregator: false,
};

/** A small valid request to an endpoint that does not exist; a test names what it is about. */
export function modelRequest({ runtime, traits, ...rest }: Given = {}): ModelRequest {
  return {
    runtime: {
      provider: "custom",
      model: "plain",
      baseUrl: "https://models.test/v1",
      apiMode: "chat_completions",
      credential: null,
      headers: {},
      contextLength: 128_000,
      maxOutput: null,
      timeouts: { requestMs: null, staleMs: null, streamReadMs: null },
      ...runtime,
      traits: { ...plainTraits, ...traits },
    },
    system: [],
    messages: [{ role: "user", content: "hi" }],
    turnStart: 0,
    tools: [],
    cache: { strategy: "off", ttl: "5m", systemTtl: "5m", tail: null, key: null },
    maxTokens: null,
    reasoning: null,
    latches: {
      reasoningDetailsDisabled: false,
      encryptedReplayDisabled: false,
      imagesDisabled: false,
      toolImagesDisabled: false,
    },
    overrides: {},
    contextTokens: 0,
    ...rest,
  };
}
