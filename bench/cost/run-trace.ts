import type { Message } from "../../src/domain/message.ts";
import type { CacheUse } from "../../src/simulator/cache/layout.ts";
import type { Column, Rates } from "./columns.ts";
import { createMeter } from "./meter.ts";
import { createOracle } from "./oracle.ts";
import type { Trace } from "./traces.ts";

const secondsPerRequest = 20;

export type TraceCost = { readonly requests: number; readonly billed: number; readonly least: number };

/** A trace as one column sends it, and the least it could have cost there. */
export function runTrace({ events }: Trace, column: Column): TraceCost {
  const meter = createMeter(column);
  const oracle = createOracle();
  let messages: readonly Message[] = [];
  let turnStart = -1;
  let [atSeconds, requests, billed] = [0, 0, 0];
  const ask = (): void => {
    const { layout, use } = meter.send({ messages, turnStart, atSeconds });
    oracle.add(layout);
    billed += priceOf(use, column.rates);
    requests += 1;
    atSeconds += secondsPerRequest;
  };
  for (const event of events) {
    if (event.kind === "question") {
      atSeconds += event.pauseSeconds;
      turnStart = messages.length;
      messages = [...messages, event.message];
      meter.keeper.turnBegins({
        nowSeconds: atSeconds,
        contextTokens: meter.tokens(messages),
        isFull: () => false,
      });
    } else {
      ask();
      messages = [...messages, ...(event.kind === "step" ? event.messages : [event.message])];
    }
  }
  return { requests, billed, least: oracle.total(column.rates) };
}

export function priceOf({ read, write, writeHour, plain }: CacheUse, rates: Rates): number {
  return read * rates.read + (write - writeHour) * rates.write + writeHour * rates.writeHour + plain;
}
