import { expect, test } from "vitest";
import { withNote } from "./message.ts";

test("a note goes behind the text, or becomes a part of its own behind the images", () => {
  const image = { type: "image_url", image_url: { url: "data:image/png;base64,AA==" } } as const;
  expect(withNote("result", "\n\nnote")).toBe("result\n\nnote");
  expect(withNote([image], "\n\nnote")).toEqual([image, { type: "text", text: "\n\nnote" }]);
});
