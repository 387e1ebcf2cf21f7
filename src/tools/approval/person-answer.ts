import type { ApprovalAnswer } from "../../domain/approval.ts";

const words: Readonly<Record<string, "once" | "session" | "always">> = {
  once: "once",
  yes: "once",
  y: "once",
  ok: "once",
  allow: "once",
  approve: "once",
  session: "session",
  always: "always",
};
const noes = /^(?:deny|denied|no|n|cancel)\b[\s:,.]*/i;

/**
 * What an answer means. A yes wider than what was offered counts once; whatever is no yes is a no, and its words are the
 * reason for it.
 */
export function readAnswer(text: string | null, offered: readonly string[]): ApprovalAnswer {
  if (text === null) return null;
  const said = text.trim();
  const scope = words[said.toLowerCase()];
  if (scope !== undefined) return { scope: offered.includes(scope) ? scope : "once", reason: null };
  const reason = said.replace(noes, "").trim();
  return { scope: "deny", reason: reason === "" ? null : reason };
}
