import type { Clock } from "../../domain/clock.ts";
import type { ProviderFailure } from "../../domain/failure.ts";
import type { HttpTransport } from "../../domain/http.ts";
import type { Log } from "../../domain/log.ts";
import type { ModelOutcome, ModelRequest } from "../../domain/model-client.ts";
import type { ApiMode } from "../../domain/runtime.ts";
import type { FailureScene } from "../failure/failure.ts";
import type { Wire, Wires } from "../wire.ts";
import type { Delivery } from "./delivery.ts";
import type { TimeLimitSettings } from "./time-limits.ts";
import type { Watch } from "./watch.ts";

export type ModelClientParts = {
  readonly transport: HttpTransport;
  readonly clock: Clock;
  readonly wires: Wires;
  readonly log: Log;
  /** Takes keys out of error texts. */
  readonly redact: (text: string) => string;
  readonly limits: TimeLimitSettings;
};

export type CallParts = Omit<ModelClientParts, "wires"> & { readonly wireFor: (mode: ApiMode) => Promise<Wire> };

/** One call on its way. */
export type Call = CallParts & {
  readonly request: ModelRequest;
  readonly delivery: Delivery;
  readonly watch: Watch;
  /** 2xx headers have arrived: changes once, and decides the phase of a failure. */
  answered: boolean;
};

export function sceneOf({ request, answered, clock, redact }: Call): FailureScene {
  return { request, phase: answered ? "stream" : "request", nowMs: clock.now(), redact };
}

/** A failure with the facts by which the attempt loop decides whether to reconnect. */
export function failed({ delivery }: Call, failure: ProviderFailure): ModelOutcome {
  return { kind: "failed", failure, deliveredText: delivery.text(), draftingTool: delivery.draftingTool() };
}
