import { gatewayPlatformsPhrases } from "../../../text/phrases/gateway-platforms.ts";
import type { ConnectionState, PlatformStatus } from "./connection-state.ts";

const { states: say } = gatewayPlatformsPhrases;

/** How each platform is, a line each, for whoever asks in a chat. `pausedForMs`: 0 where it is not left alone. */
export function describeStatus(
  all: readonly PlatformStatus[],
  nowMs: number,
  pausedForMs: (platform: string) => number,
): string {
  return all
    .map(({ name, label, state }) => `${label}: ${inWords(state, nowMs, Math.ceil(pausedForMs(name) / 1_000))}`)
    .join("\n");
}

function inWords(state: ConnectionState, nowMs: number, pausedSeconds: number): string {
  switch (state.kind) {
    case "connecting":
      return say.connecting;
    case "connected":
      return pausedSeconds > 0 ? say.paused(pausedSeconds) : say.connected;
    case "waiting":
      return say.waiting(state.reason, Math.max(0, Math.ceil((state.untilMs - nowMs) / 1_000)));
    case "given-up":
      return say.givenUp(state.reason);
    case "closed":
      return say.closed;
  }
}
