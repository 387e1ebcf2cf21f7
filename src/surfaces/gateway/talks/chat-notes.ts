import { z } from "zod";
import type { ChatAddress } from "../../../domain/platform.ts";

/** What is noted of a platform between starts; each holds a chat. */
export const chatNotes = { home: "home", restartedFrom: "restarted_from" } as const;

const NotedChat = z.object({ chatId: z.string(), threadId: z.string().nullable() });

/** Null: it holds none. */
export function chatIn(note: string | null): ChatAddress | null {
  try {
    return note === null ? null : NotedChat.parse(JSON.parse(note));
  } catch {
    return null; // written by somebody else: as good as none
  }
}
