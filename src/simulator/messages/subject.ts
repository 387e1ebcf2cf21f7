import type { ReadContext } from "../wire-format.ts";
import type { BodyMessage, MessagesBody } from "./schema.ts";

/** What the rules of this format look at. */
export type Subject = {
  readonly body: MessagesBody;
  readonly messages: readonly BodyMessage[];
  readonly context: ReadContext;
};
