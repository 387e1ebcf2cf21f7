import type { Content } from "../../../domain/message.ts";
import type { Waiting } from "../screen.ts";
import { chip } from "./input-lines.ts";

/** A message as it is sent, and as it is shown. */
export function withPictures({ text, pictures }: Waiting): {
  readonly content: Content;
  readonly shown: string;
  readonly referencesIn: string;
} {
  if (pictures.length === 0) return { content: text, shown: text, referencesIn: text };
  const words = text.trim() === "" ? [] : [{ type: "text", text } as const];
  const shown = [...(words.length === 0 ? [] : [text]), pictures.map(chip).join(" ")].join("\n");
  return { content: [...words, ...pictures.map(({ part }) => part)], shown, referencesIn: text };
}
