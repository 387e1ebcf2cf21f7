import { expect, test } from "vitest";
import { renderResult } from "./render-result.ts";

const text = (words: string) => ({ type: "text", text: words }) as const;

test.each([
  [{ content: [] }, "(no content)"],
  [{ content: [text("a"), text("b")] }, "a\nb"],
  [
    { content: [{ type: "audio", mimeType: "audio/wav", data: "AAAA" }] },
    "[audio audio/wav, 3 bytes, left out: it cannot be heard here]",
  ],
  [
    { content: [{ type: "image", mimeType: "image/tiff", data: "AAAA" }] },
    "[image image/tiff left out: not a format models see]",
  ],
  [
    { content: [{ type: "image", mimeType: "image/png", data: '"><script>' }] },
    "[image image/png left out: not a format models see]",
  ],
  [
    { content: [{ type: "resource_link", uri: "a://b", name: "B", mimeType: "text/plain" }] },
    "[resource B: a://b (text/plain)]",
  ],
  [{ content: [{ type: "resource", resource: { uri: "a://b", text: "inside" } }] }, "[resource a://b]\ninside"],
  [
    { content: [{ type: "resource", resource: { uri: "a://b", blob: "AAAA", mimeType: "application/zip" } }] },
    "[resource a://b, application/zip, 3 bytes, left out: not text]",
  ],
  [{ content: [], structuredContent: { n: 1 } }, '{"n":1}'],
  [{ content: [text('{ "b": 2, "n": 1 }')], structuredContent: { n: 1, b: 2 } }, '{ "b": 2, "n": 1 }'],
  [{ content: [text("whole file\n")], structuredContent: { content: "whole file\n" } }, "whole file\n"],
  [{ content: [text("10 found")], structuredContent: { count: 1 } }, '10 found\n{"count":1}'],
] as const)("%j reads %j", (result, shown) => {
  expect(renderResult({ ...result, content: [...result.content] })).toBe(shown);
});

test("an image stands among the words as an image", () => {
  const content = [text("look"), { type: "image", mimeType: "image/png", data: "iVBO\nRw==" } as const];
  expect(renderResult({ content })).toEqual([
    text("look"),
    { type: "image_url", image_url: { url: "data:image/png;base64,iVBORw==" } },
  ]);
});
