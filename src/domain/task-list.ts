import type { Message } from "./message.ts";

/** What the model set out to do. Its tool works on it; the session finds it again and says it after a compression. */
export type TaskList = {
  /** Where it can be found, newest first, should it be needed and not be known. */
  readonly recallFrom: (histories: () => Iterable<readonly Message[]>) => void;
  /** Others may have changed it: it is looked for again. */
  readonly forget: () => void;
  /** What is still open, as the model is told of it; null: nothing. */
  readonly reminder: () => string | null;
};
