import { z } from "zod";
import type { InboundMessage } from "../../domain/gateway-ledger.ts";
import { readJson } from "../read-json.ts";

const Media = z.object({
  kind: z.enum(["image", "audio", "video", "document"]),
  path: z.string(),
  mime: z.string(),
  name: z.string(),
});

const Quote = z.object({
  messageId: z.string(),
  text: z.string(),
  author: z.string().nullable(),
  isOwn: z.boolean(),
});

const Inbound = z.object({
  platform: z.string(),
  receivedAtMs: z.number(),
  chatId: z.string(),
  chatType: z.enum(["dm", "group", "channel", "thread"]),
  messageId: z.string(),
  userId: z.string(),
  text: z.string(),
  threadId: z.string().nullable(),
  scopeId: z.string().nullable(),
  userName: z.string().nullable(),
  chatName: z.string().nullable(),
  chatTopic: z.string().nullable(),
  isBot: z.boolean(),
  isOwn: z.boolean(),
  isMention: z.boolean(),
  media: z.array(Media),
  mediaGroup: z.string().nullable(),
  replyTo: Quote.nullable(),
});

/** Null: damaged, or not a message. */
export function readInbound(payload: string): InboundMessage | null {
  const read = Inbound.safeParse(readJson(payload));
  return read.success ? read.data : null;
}
