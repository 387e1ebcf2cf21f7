import type { InboundMessage, InboxId } from "../../../domain/gateway-ledger.ts";

/** What one person said in one go. */
export type Utterance = {
  readonly key: string;
  readonly message: InboundMessage;
  readonly rows: readonly InboxId[];
  /** When the last of it came. */
  readonly lastAtMs: number;
};

const quietMs = 600;
const albumQuietMs = 800;
const longestText = 100_000;

export const utteranceOf = (key: string, message: InboundMessage, row: InboxId): Utterance => ({
  key,
  message,
  rows: [row],
  lastAtMs: message.receivedAtMs,
});

/** After so long without more, it is whole. */
export function quietAfter({ mediaGroup }: Pick<InboundMessage, "mediaGroup">): number {
  return mediaGroup === null ? quietMs : albumQuietMs;
}

export const isCommand = ({ text }: Pick<InboundMessage, "text">): boolean => text.trimStart().startsWith("/");

/** Whether the next message goes on with what was being said. */
export function continues({ message, lastAtMs }: Utterance, next: InboundMessage): boolean {
  const quiet = Math.max(quietAfter(message), quietAfter(next));
  return (
    !isCommand(next) &&
    next.userId === message.userId &&
    next.receivedAtMs - lastAtMs < quiet &&
    message.text.length + next.text.length < longestText
  );
}

/** The answer belongs under the last message; the rest is that of the first. */
export function joined(said: Utterance, next: InboundMessage, row: InboxId): Utterance {
  const { message } = said;
  return {
    ...said,
    rows: [...said.rows, row],
    lastAtMs: next.receivedAtMs,
    message: {
      ...message,
      messageId: next.messageId,
      text: [message.text, next.text].filter((text) => text !== "").join("\n"),
      media: [...message.media, ...next.media],
      isMention: message.isMention || next.isMention,
      mediaGroup: message.mediaGroup ?? next.mediaGroup,
      replyTo: message.replyTo ?? next.replyTo,
    },
  };
}
