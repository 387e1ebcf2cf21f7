import {
  freshEngineState,
  type CompressionRequest,
  type ContextEngine,
  type EngineState,
} from "../../src/domain/context-engine.ts";
import type { Log } from "../../src/domain/log.ts";
import type { Message } from "../../src/domain/message.ts";
import type { Runtime } from "../../src/domain/runtime.ts";
import { createCompressor, type CompressorDeps } from "../../src/context/compressor/compressor.ts";
import type { CompressorSettings } from "../../src/context/compressor/numbers.ts";
import { FakeClock } from "./fake-clock.ts";
import { modelRequest } from "./model-request.ts";
import { scriptedSummariser, type ScriptedSummariser, type SummariserScript } from "./scripted-summariser.ts";

export type RigOptions = Partial<SummariserScript> & {
  readonly settings?: Partial<CompressorSettings>;
  readonly runtime?: Partial<Runtime>;
  readonly state?: Partial<EngineState>;
  readonly scales?: CompressorDeps["scales"];
};

export type CompressorRig = {
  readonly engine: ContextEngine;
  readonly summariser: ScriptedSummariser;
  readonly clock: FakeClock;
  readonly state: () => EngineState;
  readonly logged: readonly string[];
};

const usualSettings: CompressorSettings = {
  threshold: 0.5,
  target_ratio: 0.2,
  protect_last_n: 20,
  summary_path: "auto",
};

/** A compressor with a scripted model, a memory to look into and time that stands still. */
export function compressorRig({ settings, runtime, state, scales, ...script }: RigOptions = {}): CompressorRig {
  const clock = new FakeClock();
  const summariser = scriptedSummariser({ replies: ["good"], clock, ...script });
  let remembered: EngineState = { ...freshEngineState, ...state };
  const logged: string[] = [];
  const log: Log = (_level, event) => void logged.push(event);
  const engine = createCompressor({
    settings: { ...usualSettings, ...settings },
    runtime: { ...modelRequest().runtime, model: "gpt-4o", contextLength: 200_000, maxOutput: 8_192, ...runtime },
    clock,
    summariser,
    memory: { read: () => remembered, write: (next) => void (remembered = next) },
    log,
    ...(scales === undefined ? {} : { scales }),
  });
  return { engine, summariser, clock, state: () => remembered, logged };
}

export function compressionOf(
  messages: readonly Message[],
  rest: Partial<CompressionRequest> = {},
): CompressionRequest {
  return {
    messages,
    system: [],
    tools: [],
    currentTokens: 120_000,
    trigger: "preflight",
    force: false,
    focusTopic: null,
    memoryContext: "",
    signal: new AbortController().signal,
    ...rest,
  };
}
