import type { ImageLimits, ImageShrinker } from "../domain/image-shrinker.ts";
import type { ImagePart, Message } from "../domain/message.ts";

type ShrinkReport = { readonly shrunk: number; readonly reasons: ReadonlySet<string> };

/** Images that were too large for the wire, and what is sent in their place. History keeps them as they are. */
export type SmallerImages = {
  readonly shrink: (
    messages: readonly Message[],
    limits: ImageLimits,
    shrinker: ImageShrinker,
    signal: AbortSignal,
  ) => Promise<ShrinkReport>;
  /** The messages with the smaller images; each the same object every time, since lowering is memoised by it. */
  readonly inPlace: (messages: readonly Message[]) => readonly Message[];
};

export function createSmallerImages(): SmallerImages {
  const smaller = new WeakMap<ImagePart, ImagePart>();
  let replaced: WeakMap<Message, Message> | null = null; // null: nothing was ever too large
  return {
    shrink: async (messages, limits, shrinker, signal) => {
      const reasons = new Set<string>();
      let shrunk = 0;
      for (const part of messages.flatMap(imagesOf)) {
        signal.throwIfAborted();
        const sent = smaller.get(part) ?? part;
        const outcome = await shrinker(sent.image_url.url, limits, signal);
        if (outcome.kind === "unable") reasons.add(outcome.reason);
        if (outcome.kind !== "shrunk") continue;
        smaller.set(part, { ...part, image_url: { ...part.image_url, url: outcome.url } });
        shrunk += 1;
      }
      if (shrunk > 0) replaced = new WeakMap();
      return { shrunk, reasons };
    },
    inPlace: (messages) => {
      const known = replaced;
      return known === null ? messages : messages.map((message) => replacedIn(message, smaller, known));
    },
  };
}

function replacedIn(
  message: Message,
  smaller: WeakMap<ImagePart, ImagePart>,
  known: WeakMap<Message, Message>,
): Message {
  if (!imagesOf(message).some((part) => smaller.has(part))) return message;
  const kept = known.get(message) ?? withImages(message, smaller);
  known.set(message, kept);
  return kept;
}

function withImages(message: Message, smaller: WeakMap<ImagePart, ImagePart>): Message {
  if (message.role === "assistant" || typeof message.content === "string") return message;
  const content = message.content.map((part) => (part.type === "image_url" ? (smaller.get(part) ?? part) : part));
  return { ...message, content };
}

function imagesOf({ content }: Message): readonly ImagePart[] {
  return typeof content === "string" ? [] : content.filter((part) => part.type === "image_url");
}
