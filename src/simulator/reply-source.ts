import type { Prompt } from "./prompt.ts";
import type { Fault, ScriptReply } from "./scenario.ts";

/** Where answers come from: a script, or the offline model. */
export type ReplySource = (prompt: Prompt) => Move;

export type Move =
  | { readonly kind: "play"; readonly reply: ScriptReply; readonly fault: Fault | null }
  | { readonly kind: "stuck"; readonly message: string };
