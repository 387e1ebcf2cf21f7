import type { ReadContext } from "../wire-format.ts";
import type { ChatBody } from "./schema.ts";

/** What the rules of this format look at. */
export type Subject = { readonly body: ChatBody; readonly context: ReadContext };
