import type { ArchivedSession } from "../../store/store.ts";
import { type Mask, maskedMessage } from "../mask.ts";

/** The same session with every text in it masked; pictures are left alone. */
export function redacted({ session, systemPrompt, messages }: ArchivedSession, mask: Mask): ArchivedSession {
  const masked = (text: string | null): string | null => (text === null ? null : mask(text));
  return {
    session: { ...session, title: masked(session.title), cwd: masked(session.cwd) },
    systemPrompt: masked(systemPrompt),
    messages: messages.map((row) => ({ ...row, message: maskedMessage(row.message, mask) })),
  };
}
