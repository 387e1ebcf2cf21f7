import type { Clock } from "../../domain/clock.ts";
import type { CompressionRequest, EngineMemory } from "../../domain/context-engine.ts";
import type { Log } from "../../domain/log.ts";
import type { Runtime } from "../../domain/runtime.ts";
import type { Summariser } from "../../domain/summariser.ts";
import type { CompressorSettings, Numbers } from "./numbers.ts";
import type { Scales } from "./weigh.ts";

/** What one run works with. */
export type RunContext = {
  readonly request: CompressionRequest;
  readonly settings: CompressorSettings;
  readonly runtime: Runtime;
  readonly numbers: Numbers;
  /** Where the run was due, the overhead guard included. */
  readonly trigger: number;
  readonly scales: Scales;
  readonly clock: Clock;
  readonly summariser: Summariser;
  readonly memory: EngineMemory;
  readonly language: string | undefined;
  readonly log: Log;
};
