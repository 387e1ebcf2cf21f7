import type { CarriedContext } from "../../domain/context-engine.ts";
import type { Runtime } from "../../domain/runtime.ts";
import { headEndOf } from "./boundaries.ts";
import { numbersFor, type CompressorSettings, type Numbers } from "./numbers.ts";
import { guardTrigger, type Guarded, type Overhead } from "./overhead-guard.ts";
import { scalesFor, type Scales } from "./weigh.ts";

/** All figures of the route in use: they change with the model, and with what every request carries. */
export type Gauge = {
  readonly runtime: () => Runtime;
  readonly scales: () => Scales;
  readonly numbers: () => Numbers;
  /** What every request carries from now on. It is weighed when somebody asks for the guard. */
  readonly carry: (carried: CarriedContext) => void;
  /** Where it is time, given what is carried; never below the plain trigger. */
  readonly guarded: () => Guarded;
  /** A request below this can be sent, whatever the estimate is worth. */
  readonly sendable: () => number;
  /** True when it is another route and not only another window. */
  readonly switchTo: (next: Runtime) => boolean;
};

type Parts = {
  readonly runtime: Runtime;
  readonly settings: CompressorSettings;
  readonly scales?: (model: string) => Scales;
};

const usable = 0.85;
const usualOutput = 8_192;

export function createGauge({ runtime: first, settings, scales: scalesOf = scalesFor }: Parts): Gauge {
  let runtime = first;
  let scales = scalesOf(first.model);
  let last: CarriedContext = { system: [], tools: [], messages: [] };
  const numbers = (): Numbers => numbersFor(runtime.contextLength, runtime.model, settings);
  const reserved = (): number => Math.min(runtime.maxOutput ?? usualOutput, Math.floor(runtime.contextLength / 4));
  return {
    runtime: () => runtime,
    scales: () => scales,
    numbers,
    carry: (carried) => void (last = carried),
    guarded: () => guardTrigger(numbers(), overheadOf(last, scales), reserved()),
    sendable: () => Math.floor(usable * (runtime.contextLength - reserved())),
    switchTo: (next) => {
      const isOther = (["provider", "model", "baseUrl"] as const).some((key) => runtime[key] !== next[key]);
      runtime = next;
      if (isOther) scales = scalesOf(next.model);
      return isOther;
    },
  };
}

function overheadOf({ system, tools, messages }: CarriedContext, scales: Scales): Overhead {
  return {
    system: scales.system(system),
    tools: scales.tools(tools),
    head: scales.list(messages.slice(0, headEndOf(messages))),
  };
}
