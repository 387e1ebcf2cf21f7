import type { Clock } from "../../domain/clock.ts";

/** The password a session's commands may give to sudo. It is in memory only, and not for long. */
export type SudoPassword = {
  /** Null: there is none, and sudo will have to do without. */
  readonly get: (signal: AbortSignal) => Promise<string | null>;
  /** Output as it may be shown; hears in it that the password was wrong. */
  readonly watch: (output: string) => string;
};

export type SudoSource = {
  /** From the settings; null where none is set. */
  readonly configured: () => string | null;
  /** Asks a person, where a surface can do that without showing what is typed. */
  readonly ask?: (signal: AbortSignal) => Promise<string | null>;
};

const keptMs = 15 * 60 * 1_000;
const rejection = /incorrect password|sorry, try again/i;
const mask = "***";

export function createSudoPassword({ configured, ask }: SudoSource, clock: Clock): SudoPassword {
  let entered: { readonly text: string; readonly untilMs: number } | null = null;
  let lastGiven: string | null = null;
  const wrong = new Set<string>();
  const usable = (text: string | null): string | null =>
    text === null || text === "" || /[\n\0]/.test(text) || wrong.has(text) ? null : text;
  const current = (): string | null => {
    if (entered !== null && entered.untilMs <= clock.now()) entered = null;
    return entered?.text ?? usable(configured());
  };
  return {
    get: async (signal) => {
      lastGiven = current();
      if (lastGiven === null && ask !== undefined) {
        lastGiven = usable(await ask(signal));
        if (lastGiven !== null) entered = { text: lastGiven, untilMs: clock.now() + keptMs };
      }
      return lastGiven;
    },
    watch: (output) => {
      if (lastGiven === null) return output;
      if (rejection.test(output)) {
        wrong.add(lastGiven);
        entered = null;
      }
      return output.replaceAll(lastGiven, mask);
    },
  };
}
