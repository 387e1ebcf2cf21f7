import { z } from "zod";
import type { ButtonPress } from "../../../domain/platform.ts";
import { Id, Name, OptionalId } from "./message-fields.ts";

const longestValue = 1_000;

const fields = z.object({
  chatId: Id,
  chatType: z.enum(["dm", "group", "channel", "thread"]).catch("group"),
  threadId: OptionalId,
  userId: Id,
  userName: Name,
  messageId: Id,
  value: z.string().max(longestValue),
});

/** A press as a platform tells of it, read as strictly as a message; null: it is none. */
export function readPress(raw: unknown): Required<ButtonPress> | null {
  const read = fields.safeParse(raw);
  return read.success ? read.data : null;
}
