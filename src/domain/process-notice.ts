/** What background processes have to say to the agent, until somebody takes it. */
export type ProcessNotices = {
  /** All that is still news, as one text; taking it makes it known. Null: nothing is. */
  readonly take: () => string | null;
  readonly hasNews: () => boolean;
  /** Calls when something became news. Returns how to stop listening. */
  readonly onNews: (listener: () => void) => () => void;
};
