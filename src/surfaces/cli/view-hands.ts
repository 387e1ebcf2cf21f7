/** What only a view can do, whatever it looks like. */
export type ViewHands = {
  /** Puts words where the person types. */
  readonly fill: (text: string) => void;
  /** False: no clipboard can be reached from here. */
  readonly copy: (text: string) => boolean;
  /** What is on the screen goes away. */
  readonly clear: () => void;
  /** A list of sessions to pick from; null: none was picked. Absent: there is no place for one. */
  readonly pick?: () => Promise<string | null>;
};

export const noHands: ViewHands = { fill: () => undefined, copy: () => false, clear: () => undefined };
