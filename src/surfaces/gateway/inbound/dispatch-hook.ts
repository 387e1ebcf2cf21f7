import { z } from "zod";
import type { InboundMessage } from "../../../domain/gateway-ledger.ts";
import { Media, Text } from "./message-fields.ts";
import { wordlessReason } from "./wordless-reason.ts";

/** `pre_gateway_dispatch`: plugins may keep a message from us or put it in other words. What it answers is not believed. */
export type DispatchHook = (message: InboundMessage) => Promise<unknown>;

export type Dispatched =
  | { readonly kind: "allow"; readonly message: InboundMessage; readonly problem: string | null }
  | { readonly kind: "skip" };

const Action = z.object({ action: z.enum(["skip", "rewrite", "allow"]) });
/** What was said, never by whom or where. */
const Rewrite = z.object({ message: z.object({ text: Text.optional(), media: Media.optional() }) });

/** A hook that fails has no opinion: it comes after the question who may speak, which it cannot answer. */
export async function dispatched(message: InboundMessage, hook: DispatchHook): Promise<Dispatched> {
  try {
    return read(message, await hook(structuredClone(message))); // what it writes into its copy is its own affair
  } catch (error) {
    return { kind: "allow", message, problem: wordlessReason(error) };
  }
}

function read(message: InboundMessage, answer: unknown): Dispatched {
  const asGiven = { kind: "allow", message, problem: null } as const;
  if (answer === null || answer === undefined) return asGiven;
  const said = Action.safeParse(answer);
  if (!said.success) return { ...asGiven, problem: "its answer has no known action" };
  if (said.data.action === "skip") return { kind: "skip" };
  if (said.data.action === "allow") return asGiven;
  const rewrite = Rewrite.safeParse(answer);
  if (!rewrite.success) return { ...asGiven, problem: "its rewrite is malformed" };
  const { text = message.text, media = message.media } = rewrite.data.message;
  return { ...asGiven, message: { ...message, text, media } };
}
