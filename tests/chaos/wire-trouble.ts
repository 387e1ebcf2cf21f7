import { TransportError, type TransportFault } from "../../src/domain/http.ts";
import type { Fault } from "../../src/simulator/scenario.ts";
import type { Dice } from "./dice.ts";
import { secretKey } from "./mood.ts";

/** Everything the simulator can do to an answer. */
export function wireFault(dice: Dice): Fault {
  const { pick, int } = dice;
  return pick<() => Fault>([
    () => refusal(dice),
    () => refusal(dice),
    () => ({ kind: "cut", at_byte: int(0, 1_500) }),
    () => ({ kind: "cut", at_byte: int(0, 300) }),
    () => ({ kind: "stall", at_byte: int(0, 1_500), cut_after_ms: pick([100, 20_000, 900_000]) }),
    () => ({ kind: "stall", at_byte: int(0, 1_500) }),
    () => ({ kind: "malformed", at_frame: int(0, 6) }),
    () => ({ kind: "stream_error", at_frame: int(0, 6), message: `overloaded, key ${secretKey}` }),
    () => ({ kind: "empty" }),
    () => ({ kind: "overflow", above_tokens: int(0, 3_000) }),
    () => ({ kind: "drip", delay_ms: pick([1, 40, 2_000]), chunk_bytes: pick([null, 40, 400]) }),
    () => ({ kind: "ignore_stream" }),
  ])();
}

const statuses = [400, 401, 402, 403, 404, 408, 409, 413, 422, 429, 429, 500, 502, 503, 503, 504, 529] as const;

function refusal({ pick, chance }: Dice): Fault {
  const status = pick(statuses);
  const retryAfter = pick(["0", "2", "30", "700", "Wed, 21 Oct 2026 07:28:00 GMT", "soon"]);
  const body = chance(0.2)
    ? { body: pick(["", "<html><title>Bad gateway</title></html>", "{", '{"error":null}']) }
    : {};
  const message = pick([
    `Simulated ${status}`,
    `Refused for key ${secretKey}`,
    "maximum context length is 4096 tokens",
  ]);
  return { kind: "status", status, headers: chance(0.3) ? { "retry-after": retryAfter } : {}, message, ...body };
}

/** Before there is an answer at all. */
export function connectionTrouble({ pick }: Dice): TransportError | "silence" {
  const fault = pick<TransportFault | "silence">(["dns", "connect", "tls", "reset", "timeout", "protocol", "silence"]);
  return fault === "silence" ? fault : new TransportError(fault, `Simulated ${fault} failure`);
}
