import { expect, test } from "vitest";
import type { ImageShrinker } from "../domain/image-shrinker.ts";
import type { Message } from "../domain/message.ts";
import { createSmallerImages } from "./smaller-images.ts";

const never = new AbortController().signal;
const image = (url: string) => ({ type: "image_url", image_url: { url, detail: "low" } }) as const;
const messages: readonly Message[] = [
  { role: "user", content: [{ type: "text", text: "look" }, image("large"), image("small")] },
  { role: "assistant", content: "I see" },
  { role: "user", content: [image("small")] },
];
const halves: ImageShrinker = async (url, { maxChars }) =>
  url.length > maxChars ? { kind: "shrunk", url: url.slice(0, maxChars) } : { kind: "fits" };

test("only what was shrunk is replaced, by the same object every time", async () => {
  const images = createSmallerImages();
  expect(images.inPlace(messages)).toBe(messages);
  const limits = { maxChars: 5, maxSide: 1 };
  expect(await images.shrink(messages, { ...limits, maxChars: 9 }, halves, never)).toEqual({
    shrunk: 0,
    reasons: new Set(),
  });
  expect(images.inPlace(messages)).toBe(messages);
  const large: readonly Message[] = [
    { role: "user", content: [image("larger"), image("small")] },
    ...messages.slice(1),
  ];
  expect(await images.shrink(large, limits, halves, never)).toEqual({ shrunk: 1, reasons: new Set() });
  const [first, second] = [images.inPlace(large), images.inPlace([...large])];
  expect(first[0]).toEqual({ role: "user", content: [image("large"), image("small")] });
  expect(first.map((message, index) => message === second[index])).toEqual([true, true, true]);
  expect(first.slice(1).map((message, index) => message === large[index + 1])).toEqual([true, true]);
});

test("a smaller limit later shrinks what was shrunk before", async () => {
  const images = createSmallerImages();
  for (const maxChars of [4, 3]) await images.shrink(messages, { maxChars, maxSide: 1 }, halves, never);
  const urls = images
    .inPlace(messages)
    .flatMap(({ content }) => (typeof content === "string" ? [] : content))
    .flatMap((part) => (part.type === "image_url" ? [part.image_url.url] : []));
  expect(urls).toEqual(["lar", "sma", "sma"]);
});

test("a stop between two images stops", async () => {
  const images = createSmallerImages();
  const stopped = AbortSignal.abort(new Error("stopped"));
  await expect(images.shrink(messages, { maxChars: 1, maxSide: 1 }, halves, stopped)).rejects.toThrow("stopped");
});
