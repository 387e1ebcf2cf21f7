import { gatewayPlatformsPhrases as say } from "../../../text/phrases/gateway-platforms.ts";
import type { ConnectionState, PlatformStatus } from "./connection-state.ts";

/** How each platform is, a line each, for whoever asks in a chat. */
export function describeStatus(all: readonly PlatformStatus[], nowMs: number): string {
  return all.map(({ label, state }) => `${label}: ${inWords(state, nowMs)}`).join("\n");
}

function inWords(state: ConnectionState, nowMs: number): string {
  switch (state.kind) {
    case "connecting":
      return say.connecting;
    case "connected":
      return say.connected;
    case "waiting":
      return say.waiting(state.reason, Math.max(0, Math.ceil((state.untilMs - nowMs) / 1_000)));
    case "given-up":
      return say.givenUp(state.reason);
    case "closed":
      return say.closed;
  }
}
