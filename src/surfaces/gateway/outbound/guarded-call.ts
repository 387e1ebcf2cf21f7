import { z } from "zod";
import type { Clock } from "../../../domain/clock.ts";
import type { SendResult } from "../../../domain/platform.ts";
import { redactSecrets } from "../../../safety/redact.ts";
import { gatewayOutboundPhrases as phrases } from "../../../text/phrases/gateway-outbound.ts";

const patienceMs = 30_000;
const longestError = 300;
const mostRead = 10_000;

const Told = z.union([
  z.object({
    ok: z.literal(true),
    messageId: z
      .union([z.string().min(1), z.number().transform(String)])
      .nullable()
      .catch(null),
  }),
  z.object({
    ok: z.literal(false),
    kind: z.enum(["retryable", "markup", "gone", "rejected"]).catch("rejected"),
    error: z.string().catch("").transform(short),
    retryAfterMs: z.number().nonnegative().optional().catch(undefined),
  }),
]);

/** One call of a platform. It has so long; what it throws, and what it returns that is no result, is a result too. */
export async function guardedCall(
  call: (signal: AbortSignal) => unknown,
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
): Promise<SendResult> {
  if (signal.aborted) return failed("retryable", phrases.gatewayEnds);
  using deadline = clock.deadline(patienceMs, signal);
  try {
    return read(await Promise.race([call(deadline.signal), aborted(deadline.signal)]));
  } catch (error) {
    if (deadline.expired()) return failed("retryable", phrases.noAnswer(patienceMs / 1_000));
    return failed("retryable", error instanceof Error ? error.message : phrases.unknownError);
  }
}

function read(value: unknown): SendResult {
  const told = Told.safeParse(value);
  if (!told.success) return failed("rejected", phrases.notAResult);
  if (told.data.ok) return told.data;
  const { retryAfterMs, ...failure } = told.data;
  return retryAfterMs === undefined ? failure : { ...failure, retryAfterMs };
}

export function failed(kind: "retryable" | "gone" | "rejected", error: string): SendResult {
  return { ok: false, kind, error: short(error) };
}

function short(error: string): string {
  return redactSecrets(error.slice(0, mostRead)).slice(0, longestError).toWellFormed(); // it is kept with the answer
}

function aborted(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  if (signal.aborted) reject(signal.reason);
  signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  return promise;
}
