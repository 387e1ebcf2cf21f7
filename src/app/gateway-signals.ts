import type { GatewayStop } from "../surfaces/gateway/run-gateway.ts";

export type GatewaySignals = Disposable & { readonly asked: Promise<GatewayStop>; readonly hurry: AbortSignal };

const meanings = { SIGTERM: "stop", SIGINT: "stop", SIGUSR1: "restart" } as const;

/** The first signal asks the gateway to finish what it does; the second one not to wait for that. */
export function gatewaySignals(process: NodeJS.Process): GatewaySignals {
  const asked = Promise.withResolvers<GatewayStop>();
  const hurry = new AbortController();
  const state = { isAsked: false };
  const heard = (signal: NodeJS.Signals): void => {
    if (state.isAsked) hurry.abort();
    state.isAsked = true;
    asked.resolve(signal === "SIGUSR1" ? meanings.SIGUSR1 : "stop");
  };
  const signals = Object.keys(meanings);
  for (const signal of signals) process.on(signal, heard);
  return {
    asked: asked.promise,
    hurry: hurry.signal,
    [Symbol.dispose]: () => {
      for (const signal of signals) process.off(signal, heard);
    },
  };
}
