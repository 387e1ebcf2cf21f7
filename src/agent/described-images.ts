import type { Auxiliary } from "../domain/auxiliary.ts";
import type { Content, ImagePart, Message } from "../domain/message.ts";
import { bookAside } from "./side-book.ts";
import type { TurnDeps, TurnState } from "./turn-state.ts";

/** What images show, in words, for models that cannot see. Each is described once per session; history keeps the image. */
export type DescribedImages = {
  readonly texts: Map<string, string | null>; // by address; null: nobody could
  readonly replaced: WeakMap<Message, Message>;
  /** The question that was looked through last, with all before it, and by whom it is asked. */
  looked: { readonly question: Message | undefined; readonly model: string } | null;
};

export function noDescribedImages(): DescribedImages {
  return { texts: new Map(), replaced: new WeakMap(), looked: null };
}

const request =
  "Describe this image for somebody who cannot see it: what it shows, all readable text word for word, and what stands out.";
const longest = 1_000;

/** Before a request to a model that cannot see: images nobody has described yet are shown to one that can. */
export async function describeImages(turn: TurnState, deps: TurnDeps): Promise<void> {
  const { active, described } = deps.runtime;
  const question = turn.history[turn.turnStart];
  if (active.traits.vision || turn.signal.aborted) return;
  if (described.looked?.question === question && described.looked?.model === active.model) return;
  described.looked = { question, model: active.model };
  const asked = turn.history.slice(0, turn.turnStart + 1); // nobody shows anything in mid-turn
  const unknown = asked.flatMap(imagesAsked).filter(({ image_url: { url } }) => !described.texts.has(url));
  for (const image of unknown) {
    if (!described.texts.has(image.image_url.url))
      described.texts.set(image.image_url.url, await describe(image, turn, deps));
  }
}

async function describe(image: ImagePart, turn: TurnState, deps: TurnDeps): Promise<string | null> {
  const asked: Parameters<Auxiliary["call"]>[1] = {
    messages: [{ role: "user", content: [{ type: "text", text: request }, image] }],
    runtime: deps.runtime.active,
    maxTokens: longest,
    signal: turn.signal,
    onUsage: (cost) => void bookAside({ ...cost, api_calls: 1 }, turn, deps.emit),
  };
  const outcome = await deps.auxiliary.call("vision", asked);
  if (outcome.kind === "reply" && outcome.reply.content.trim() !== "") return outcome.reply.content.trim();
  if (outcome.kind === "failed") deps.emit({ type: "notice.given", level: "warning", text: outcome.notice });
  return null;
}

/** The messages with words in the place of images, in front of what the person wrote; the same objects every time. */
export function inWords(messages: readonly Message[], { texts, replaced }: DescribedImages): readonly Message[] {
  if (texts.size === 0) return messages;
  return messages.map((message) => {
    if (!imagesAsked(message).some(({ image_url: { url } }) => typeof texts.get(url) === "string")) return message;
    const known = replaced.get(message) ?? { ...message, content: withWords(message.content, texts) };
    if (known.role === "user") replaced.set(message, known);
    return known.role === "user" ? known : message;
  });
}

function withWords(content: Content, texts: ReadonlyMap<string, string | null>): Exclude<Content, string> {
  const parts = typeof content === "string" ? [] : content;
  const words = parts.flatMap((part) => {
    const text = part.type === "image_url" ? texts.get(part.image_url.url) : null;
    return typeof text === "string"
      ? [{ type: "text" as const, text: `[Image, described by another model: ${text}]` }]
      : [];
  });
  return [
    ...words,
    ...parts.filter((part) => part.type === "text" || typeof texts.get(part.image_url.url) !== "string"),
  ];
}

function imagesAsked(message: Message): readonly ImagePart[] {
  if (message.role !== "user" || typeof message.content === "string") return [];
  return message.content.filter((part) => part.type === "image_url");
}
