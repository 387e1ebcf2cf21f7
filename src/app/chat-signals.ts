import type { ChatSignals } from "../surfaces/cli/run-chat.ts";

const endings = { SIGTERM: 143, SIGHUP: 129 } as const;

const wholeGroup = 0; // a launcher that waits for us has to stop too, or the shell would not notice

/** The signals of this process, as the chat knows them. */
export function chatSignals(process: NodeJS.Process): ChatSignals {
  const on = (signal: NodeJS.Signals, listener: () => void): (() => void) => {
    process.on(signal, listener);
    return () => void process.off(signal, listener);
  };
  return {
    onEnd: (listener) => {
      const term = on("SIGTERM", () => listener(endings.SIGTERM));
      const hangUp = on("SIGHUP", () => listener(endings.SIGHUP));
      return () => {
        term();
        hangUp();
      };
    },
    onInterrupt: (listener) => on("SIGINT", listener),
    onSuspend: (listener) => on("SIGTSTP", listener),
    onContinue: (listener) => on("SIGCONT", listener),
    onExit: (listener) => {
      process.on("exit", listener);
      return () => void process.off("exit", listener);
    },
    suspend: () => void process.kill(wholeGroup, "SIGSTOP"), // we hear SIGTSTP ourselves, so it does not stop us
  };
}
