import type { InboundMessage } from "../../../domain/gateway-ledger.ts";
import type { ReplyQuote } from "../../../domain/platform.ts";
import type { TurnInput } from "../../../session/turn-input.ts";
import { charsIn, firstChars } from "../../../text/code-points.ts";
import type { GatewaySettings } from "../gateway-settings.ts";
import type { PathRules } from "../../../safety/paths.ts";
import { label } from "./label.ts";
import { mediaParts } from "./media-parts.ts";

const longestQuote = 500;

/**
 * A message as the model is given it. The row holds the same: whoever reads the history later must know who said what,
 * and what was sent once is sent again. Nothing in it is followed with `@`: these are not files of the person's own.
 */
export function questionOf(
  message: InboundMessage,
  { maxInboundMediaBytes }: Pick<GatewaySettings, "maxInboundMediaBytes">,
  paths: PathRules,
): TurnInput {
  const media = mediaParts(message.media, maxInboundMediaBytes, paths);
  const blocks = [quoteOf(message.replyTo), message.text, media.map(({ note }) => note).join("\n")];
  const text = senderOf(message) + blocks.filter((block) => block !== "").join("\n\n");
  const images = media.flatMap(({ image }) => (image === null ? [] : [image]));
  return {
    content: images.length === 0 ? text : [{ type: "text", text }, ...images],
    stored: { timestamp: message.receivedAtMs / 1_000 },
  };
}

/** Where several can speak, each message begins with who does. */
function senderOf({ chatType, userName, userId, replyTo }: InboundMessage): string {
  if (chatType === "dm") return "";
  return `${label(nameOr(userName, userId))}:${replyTo === null ? " " : "\n"}`;
}

function quoteOf(quote: ReplyQuote | null): string {
  if (quote === null) return "";
  const whole = quote.text.trim();
  const start = firstChars(whole, longestQuote);
  const words = charsIn(whole) > longestQuote ? `${start}…` : start;
  const author = quote.isOwn ? "you" : label(nameOr(quote.author, "somebody"));
  return [`In reply to ${author}:`, ...words.split("\n")].map((line) => `> ${line}`).join("\n");
}

function nameOr(name: string | null, otherwise: string): string {
  return name === null || name.trim() === "" ? otherwise : name;
}
