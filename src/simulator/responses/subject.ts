import type { ReadContext } from "../wire-format.ts";
import type { Item, ResponsesBody } from "./schema.ts";

/** What the rules of this format look at. */
export type Subject = {
  readonly body: ResponsesBody;
  readonly items: readonly Item[];
  readonly context: ReadContext;
};
