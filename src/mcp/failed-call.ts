import type { CallLimit } from "./call-limit.ts";
import { BlockedAddressError } from "./http/guarded-fetch.ts";
import { LoginNeededError } from "./oauth/oauth-provider.ts";
import type { Sdk } from "./sdk.ts";

export type FailedCall = {
  readonly message: string;
  readonly effect: "none" | "unknown";
  /** The connection is of no more use. */
  readonly isLost: boolean;
};

type Around = {
  readonly sdk: Sdk;
  readonly limit: CallLimit;
  readonly context: { readonly signal: AbortSignal; readonly changesNothing: boolean };
  readonly timeoutSeconds: number;
};

const refusals = new Set([-32_600, -32_601, -32_602]); // bad request, method or arguments
const neverSent = /\b(?:ECONNREFUSED|ENOTFOUND|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN)\b/u;

/** What is known after a call that brought no result: whether it may have had an effect, and whether the line is dead. */
export function failedCall(error: unknown, { sdk, limit, context, timeoutSeconds }: Around): FailedCall {
  const unknown = context.changesNothing ? "none" : "unknown";
  const doubt = context.changesNothing ? "" : " Whether it had an effect is unknown; check before you repeat it.";
  const words = error instanceof Error ? error.message : String(error);
  if (limit.expired())
    return {
      message: `No answer within ${timeoutSeconds} s; the call was cancelled.${doubt}`,
      effect: unknown,
      isLost: false,
    };
  if (context.signal.aborted) return { message: `The call was cancelled.${doubt}`, effect: unknown, isLost: false };
  if (error instanceof LoginNeededError || error instanceof sdk.UnauthorizedError)
    return {
      message: "The server wants a login; only the user can do that, with `hermes mcp login`.",
      effect: "none",
      isLost: true,
    };
  if (error instanceof sdk.ProtocolError)
    return { message: words, effect: refusals.has(error.code) ? "none" : unknown, isLost: false };
  if (error instanceof BlockedAddressError || neverSent.test(words))
    return { message: words, effect: "none", isLost: true };
  return { message: `The connection to the server was lost (${words}).${doubt}`, effect: unknown, isLost: true };
}
