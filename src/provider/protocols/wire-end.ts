import { providerWirePhrases } from "../../text/phrases/provider-wire.ts";
import type { ReplyDraft, WireEnd, WireFault } from "../protocol.ts";

export const endedEmpty: WireEnd = {
  kind: "fault",
  fault: { kind: "empty", message: providerWirePhrases.endedEmpty },
};

export function invalid(message: string): WireEnd {
  return { kind: "fault", fault: { kind: "invalid", message } };
}

export function faulty(fault: WireFault): WireEnd {
  return { kind: "fault", fault };
}

export function replied(reply: ReplyDraft): WireEnd {
  return { kind: "reply", reply };
}
