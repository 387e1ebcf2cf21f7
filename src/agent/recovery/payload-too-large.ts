import { agentPhrases as say } from "../../text/phrases/agent.ts";
import { ending } from "../ending.ts";
import { settleMs, shorten } from "./shorten.ts";
import type { RecoveryAction, RecoveryContext, RecoveryStrategy } from "./strategy.ts";

/** Too many bytes: compress, then leave out the pictures tools brought, then end. */
export const payloadTooLarge: RecoveryStrategy = {
  name: "payload-too-large",
  limit: { uses: Infinity, per: "request" },
  appliesTo: ({ failure }) => failure.kind === "payload_too_large",
  apply: (context) =>
    shorten("http_413", context, { evenWithout: false, elseWith: () => withoutPictures(context), afterMs: settleMs }),
};

function withoutPictures({ failure, turn }: RecoveryContext): RecoveryAction {
  if (
    !turn.latches.toolImagesDisabled &&
    turn.history.some((message) => message.role === "tool" && typeof message.content !== "string")
  ) {
    turn.latches.toolImagesDisabled = true;
    return { kind: "retryNow" };
  }
  const parts = { detail: failure.kind, text: say.tooLong(failure.message), error: failure.message, failure };
  return { kind: "abort", ending: ending("payload_too_large_exhausted", parts) };
}
