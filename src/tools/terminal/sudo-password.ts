import type { Clock } from "../../domain/clock.ts";

/** The password a session's commands may give to sudo. It is in memory only, and not for long. */
export type SudoPassword = {
  /** Null: there is none, and sudo will have to do without. */
  readonly get: (use: SudoUse) => Promise<string | null>;
  /** Output as it may be shown; hears in it that the password was wrong. */
  readonly watch: (output: string) => string;
  /** A person is asked where none is known. */
  readonly asks: boolean;
};

/** One command that calls sudo. */
export type SudoUse = {
  readonly signal: AbortSignal;
  /** Null: sudo would want no password, and nobody is asked for nothing. */
  readonly wanted: () => Promise<PasswordWanted | null>;
  /** Runs `work` when nobody else is asking the person. null: stopped before its turn. */
  readonly whenFree: <T>(work: () => Promise<T>, signal: AbortSignal) => Promise<T | null>;
};

type PasswordWanted = {
  readonly command: string;
  /** The path of the sudo that would read it. */
  readonly program: string;
  /** The machine it runs on; null: this one. */
  readonly where: string | null;
};

/** Asks a person for the password this command needs; what is typed is shown and kept nowhere. */
export type AskPassword = (wanted: PasswordWanted, signal: AbortSignal) => Promise<string | null>;

export type SudoSource = {
  /** From the settings; null where none is set. */
  readonly configured: () => string | null;
  /** Where a surface can do that without showing what is typed. */
  readonly ask?: AskPassword | undefined;
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
  const asked = async (wanted: PasswordWanted, signal: AbortSignal): Promise<string | null> => {
    const known = current(); // another command may have asked meanwhile
    if (known !== null || ask === undefined) return known;
    const text = usable(await ask(wanted, signal));
    if (text !== null) entered = { text, untilMs: clock.now() + keptMs };
    return text;
  };
  return {
    asks: ask !== undefined,
    get: async ({ wanted, signal, whenFree }) => {
      const known = current();
      const missing = known === null && ask !== undefined ? await wanted() : null;
      const text = missing === null ? known : await whenFree(() => asked(missing, signal), signal);
      lastGiven = text ?? lastGiven; // what was given once must not be shown later
      return text;
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
