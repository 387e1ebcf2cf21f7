import type { Store } from "../../store/store.ts";
import { dumpPhrases as say } from "../../text/phrases/dump.ts";
import type { CommandCall } from "../command.ts";
import { numberFlag, textFlag } from "../flag-value.ts";
import { type Mask, maskedDeep } from "../mask.ts";
import { findSession } from "../sessions/find-session.ts";
import { sessionMarkdown } from "../sessions/format-markdown.ts";
import { withStore } from "../sessions/open.ts";
import { redacted } from "../sessions/redacted.ts";
import type { Part } from "./findings.ts";

type Recording = NonNullable<Awaited<ReturnType<Store["recording"]>>>;

const usualTurns = 20;

/** What was said in one session lately and what is stored about it; a session that is named must be there. */
export async function sessionPart(
  call: CommandCall,
  mask: Mask,
): Promise<{ readonly parts: readonly Part[] } | { readonly code: number }> {
  const wanted = textFlag(call.flags, "session");
  const found: { recording: Recording | null } = { recording: null };
  const code = await withStore(call, async (store) => {
    const isThere = wanted !== null || store.sessions.resolve("latest", { exact: false }).kind === "found";
    if (!isThere) return 0;
    const session = findSession(call, store, wanted ?? "latest", false);
    if ("code" in session) return session.code;
    found.recording = await store.recording(session.session.id);
    return 0;
  });
  if (code !== 0 && wanted !== null) return { code };
  const turns = numberFlag(call.flags, "turns") ?? usualTurns;
  return { parts: found.recording === null ? [] : partsOf(found.recording, turns, mask) };
}

function partsOf(recording: Recording, turns: number, mask: Mask): readonly Part[] {
  const session = recording.segments.at(-1);
  if (session === undefined) return [];
  const starts = recording.messages.flatMap(({ message }, index) => (message.role === "user" ? [index] : []));
  const messages = recording.messages.slice(starts.at(-turns) ?? 0);
  const transcript = sessionMarkdown(redacted({ session, systemPrompt: null, messages }, mask));
  return [
    { name: "session.md", about: say.aboutSession(session.id, Math.min(turns, starts.length)), text: transcript },
    { name: "events.jsonl", about: say.aboutEvents, text: eventLines(recording, mask) },
  ];
}

function eventLines({ turns, toolRuns, decisions, compressions }: Recording, mask: Mask): string {
  const rows = [
    ...turns.map((row) => ({ type: "turn", ...row })),
    ...toolRuns.map((row) => ({ type: "tool", ...row })),
    ...decisions.map((row) => ({ type: "approval", ...row })),
    ...compressions.map((row) => ({ type: "compression", ...row })),
  ];
  return rows.map((row) => `${JSON.stringify(maskedDeep(row, mask))}\n`).join("");
}
