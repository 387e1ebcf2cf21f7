/** A session that works for another one, as it stands now. */
export type WorkingChild = {
  readonly id: string;
  /** How people call it: no other child of the conversation has it meanwhile. */
  readonly number: number;
  /** 1: of the session that is asked; 2: a child of such a child. */
  readonly depth: number;
  readonly goal: string;
  /** null: it is still being made. */
  readonly sessionId: string | null;
  /** The tool that runs, or what it does between tools. */
  readonly activity: string;
  readonly startedMs: number;
  readonly tokens: number;
  readonly costUsd: number | null; // null: its model has no price
};

/** What can be done about the children of a session, and theirs, while they work. Others are not known here. */
export type ChildControl = {
  readonly list: () => readonly WorkingChild[];
  /** Words for its next tool result; those that come too late stand in its report. False: nobody takes them. */
  readonly steer: (id: string, text: string) => boolean;
  /** Ends it with what it has; its siblings go on. False: there is no such child. */
  readonly stop: (id: string) => boolean;
};
