import type { StopSignal, StopSources } from "../surfaces/once/stop-watch.ts";

const signals: readonly StopSignal[] = ["SIGINT", "SIGTERM"];

/** The ways this process can be asked to stop. */
export function stopSources(process: NodeJS.Process): StopSources {
  return {
    onSignal: (listener) => {
      for (const signal of signals) process.on(signal, listener);
      return () => {
        for (const signal of signals) process.off(signal, listener);
      };
    },
    onOutputClosed: (listener) => {
      process.stdout.on("error", listener); // gone or full: nothing written there will be read
      return () => void process.stdout.off("error", listener);
    },
  };
}
