import type { Clock } from "../../../domain/clock.ts";
import type { ChatAddress, OutboundMedia, SendResult } from "../../../domain/platform.ts";
import { gatewayOutboundPhrases as phrases } from "../../../text/phrases/gateway-outbound.ts";
import { directed } from "./directives.ts";
import { layOut } from "./lay-out.ts";
import { mediaFor, type MediaRules } from "./outbound-media.ts";
import type { PlatformLine } from "./platform-line.ts";

/** An answer ready to go out: its text with a line for each file that cannot be attached, and the files that can. */
export type ReadyAnswer = { readonly text: string; readonly media: readonly OutboundMedia[] };

export function readyAnswer(answer: string, line: PlatformLine, rules: MediaRules, clock: Clock): ReadyAnswer {
  const { text, paths, asDocument } = directed(answer);
  const able = line.capabilities.media ?? [];
  const verdicts = paths.map((path) => mediaFor({ path, asDocument }, able, rules, clock.now()));
  const notes = verdicts.flatMap((verdict) => (verdict.kind === "note" ? [verdict.text] : []));
  const media = verdicts.flatMap((verdict) => (verdict.kind === "media" ? [verdict.media] : []));
  return { text: [text, ...notes].filter((part) => part.trim() !== "").join("\n\n"), media };
}

/** How far it came: so many messages have arrived; `unclear`: something of it can be seen. */
export type Sent = { readonly result: SendResult; readonly sent: number | "unclear" };

export type SendPlan = {
  readonly line: PlatformLine;
  readonly chat: ChatAddress;
  readonly replyTo: string | null;
  /** So many messages arrived before. */
  readonly skip: number;
};

const arrived: SendResult = { ok: true, messageId: null };

/** The text in parts, then the files. It stops at the first part that does not arrive. */
export function sendAnswer(answer: ReadyAnswer, plan: SendPlan): Promise<Sent> {
  return plan.line.whole(plan.chat, () => sendParts(answer, plan));
}

async function sendParts({ text, media }: ReadyAnswer, plan: SendPlan): Promise<Sent> {
  const { line, chat, replyTo, skip } = plan;
  const parts = layOut(text, line.capabilities, { isNumbered: true });
  let sent = 0;
  for (const part of parts) {
    const result = sent < skip ? arrived : await line.send(chat, part, { replyTo: sent === 0 ? replyTo : null });
    if (!result.ok) return { result, sent };
    sent += 1;
  }
  const rest = await sendMedia(media.slice(Math.max(0, skip - sent)), plan);
  return { result: rest, sent: sent + media.length };
}

/** A file that is refused is named instead; the answer counts as arrived. */
export async function sendMedia(media: readonly OutboundMedia[], plan: Omit<SendPlan, "skip">): Promise<SendResult> {
  const { line, chat } = plan;
  for (const each of media) {
    const result = await line.sendMedia(chat, each);
    if (result.ok) continue;
    const [note] = layOut(phrases.attachmentFailed(each.name), line.capabilities, { isNumbered: false });
    if (note !== undefined) await line.send(chat, note);
  }
  return arrived;
}
