import type { InboundMessage, InboxId } from "../../domain/gateway-ledger.ts";

/** A message that may begin a turn: new, whole, and from somebody who is allowed to speak here. */
export type Arrival = {
  readonly sessionKey: string;
  /** Fragments of one person that came in quick succession are one message by now. */
  readonly message: InboundMessage;
  /** Every row of the inbox it was made of; whoever has it settles them. */
  readonly rows: readonly InboxId[];
  readonly person: ChatPerson;
};

export type ChatPerson = {
  readonly userId: string;
  readonly isAdmin: boolean;
  /** By the name of a slash command, without the slash. */
  readonly mayUse: (command: string) => boolean;
};
