import { isMessage, type Message } from "../../domain/message.ts";
import { redactSecrets } from "../../safety/redact.ts";
import type { ArchivedSession } from "../../store/store.ts";

/** The same session with every text in it masked; pictures are left alone. */
export function redacted({ session, systemPrompt, messages }: ArchivedSession): ArchivedSession {
  return {
    session: { ...session, title: masked(session.title), cwd: masked(session.cwd) },
    systemPrompt: masked(systemPrompt),
    messages: messages.map((row) => ({ ...row, message: maskedMessage(row.message) })),
  };
}

function masked(text: string | null): string | null {
  return text === null ? null : redactSecrets(text);
}

function maskedMessage(message: Message): Message {
  const result = maskedDeep(message);
  if (!isMessage(result)) throw new Error("masking changed the shape of a message");
  return result;
}

function maskedDeep(value: unknown): unknown {
  if (typeof value === "string") return value.startsWith("data:") ? value : redactSecrets(value);
  if (Array.isArray(value)) return value.map(maskedDeep);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, maskedDeep(inner)]));
}
