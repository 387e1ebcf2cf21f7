import { callsOf, ownContent, textOf, type Content, type Message } from "../../domain/message.ts";
import { splitThinking } from "../../text/think-tags.ts";
import { cleanEnds } from "./clean.ts";

/** How much of one message goes into a request for a summary, in characters. */
export type Caps = { readonly first: number; readonly last: number; readonly arguments: number };

export const fullCaps: Caps = { first: 4_000, last: 1_500, arguments: 1_500 };

/** A message as words for whoever sums it up, without secrets. The fence that surrounds it cannot be closed from inside. */
export function serialise(message: Message, caps: Caps): string {
  return unfenced(lineOf(message, caps));
}

function lineOf(message: Message, caps: Caps): string {
  const text = cleanEnds(wordsOf(message), caps.first, caps.last);
  switch (message.role) {
    case "user":
      return `[USER${message.extra?.origin === undefined || message.extra.origin === "user" ? "" : ` ${message.extra.origin}`}]: ${text}`;
    case "assistant": {
      const calls = callsOf(message).map(
        (call) => `${call.function.name}(${cleanEnds(call.function.arguments, caps.arguments, 0)})`,
      );
      return `[ASSISTANT]: ${text}${calls.length === 0 ? "" : ` [Tool calls: ${calls.join(", ")}]`}`;
    }
    case "tool":
      return `[TOOL RESULT ${message.tool_call_id}]: ${text}`;
  }
}

function wordsOf(message: Message): string {
  const words = withPictures(ownContent(message));
  const said = message.role === "assistant" && words.includes("<") ? splitThinking(words).text : words;
  return said.includes("MEDIA:") ? said.replaceAll(/\bMEDIA:\s?\S+/g, "[media]") : said;
}

function withPictures(content: Content): string {
  if (typeof content === "string") return content;
  return content.map((part) => (part.type === "text" ? part.text : pictureWord(part.image_url.url))).join("\n");
}

function pictureWord(url: string): string {
  return url.startsWith("https://") ? url : "[image]";
}

export const fence = { open: "<conversation-data>", close: "</conversation-data>" } as const;

export function unfenced(text: string): string {
  return text.includes("<") ? text.replaceAll(/<(?=\/?(?:conversation|previous|memory)-data)/gi, "‹") : text;
}

/** The two ends of a long result that was cut to a line. */
export function excerptOf(original: Message): string {
  return unfenced(cleanEnds(textOf(original.content), 400, 200));
}
