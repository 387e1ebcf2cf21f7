import type { InboundMessage } from "../../../domain/gateway-ledger.ts";
import type { TalkWorld } from "../talk-world.ts";

/** For a turn that runs: with who says it, where several could, so that nobody steers in the name of somebody else. */
export function wordsOf(message: InboundMessage, { questionOf }: Pick<TalkWorld, "questionOf">): string {
  const { content } = questionOf({ ...message, media: [] });
  return typeof content === "string" ? content : message.text;
}
