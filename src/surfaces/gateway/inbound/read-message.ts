import { z } from "zod";
import type { InboundMessage } from "../../../domain/gateway-ledger.ts";
import { Flag, Id, Media, Name, OptionalId, Quote, Text } from "./message-fields.ts";

export type MessageRead =
  | { readonly kind: "message"; readonly message: InboundMessage }
  /** Names the field and what is wrong with it, never what it held. */
  | { readonly kind: "malformed"; readonly problem: string };

const fields = z.object({
  chatId: OptionalId,
  chatType: z.enum(["dm", "group", "channel", "thread"]),
  messageId: Id,
  userId: Id,
  text: Text.nullable().default(""),
  threadId: OptionalId,
  scopeId: OptionalId,
  userName: Name,
  chatName: Name,
  chatTopic: Name,
  isBot: Flag,
  isOwn: Flag,
  isMention: Flag,
  media: Media.nullable().default([]),
  mediaGroup: OptionalId,
  replyTo: Quote.nullable().default(null),
});

/** What a platform says it heard. It is somebody else's code: nothing about it is believed before it was looked at. */
export function readMessage(platform: string, raw: unknown, receivedAtMs: number): MessageRead {
  const read = parsed(raw);
  if (typeof read === "string") return { kind: "malformed", problem: read };
  const { chatId, text, media, ...rest } = read;
  const chat = chatId ?? (rest.chatType === "dm" ? rest.userId : null); // some know a private chat by its person only
  if (chat === null) return { kind: "malformed", problem: "chatId: missing" };
  const message = { ...rest, chatId: chat, text: text ?? "", media: media ?? [], platform, receivedAtMs };
  return { kind: "message", message };
}

function parsed(raw: unknown): z.output<typeof fields> | string {
  try {
    const read = fields.safeParse(raw);
    return read.success ? read.data : read.error.issues.map(problemOf).join("; ");
  } catch {
    return "message: reading it failed"; // a getter of the plugin threw
  }
}

/** Words of the schema and of zod, which name types and never what was given. */
function problemOf({ path, message }: z.core.$ZodIssue): string {
  return `${path.map(String).join(".") || "message"}: ${message}`;
}
