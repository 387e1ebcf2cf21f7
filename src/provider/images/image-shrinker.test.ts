import sharp from "sharp";
import { expect, test, vi } from "vitest";
import { providerPhrases } from "../../text/phrases/provider.ts";
import { createImageShrinker } from "./image-shrinker.ts";

vi.setConfig({ testTimeout: 30_000 });

const never = new AbortController().signal;
const shrink = createImageShrinker();

async function drawn(width: number, height: number, alpha = 1): Promise<string> {
  const bytes = await sharp({ create: { width, height, channels: 4, background: { r: 0, g: 0, b: 0, alpha } } })
    .png()
    .toBuffer();
  return `data:image/png;base64,${bytes.toString("base64")}`;
}

test("what fits is left alone, and so is an address", async () => {
  const limits = { maxChars: 1_000_000, maxSide: 100 };
  expect(await shrink(await drawn(100, 40), limits, never)).toEqual({ kind: "fits" });
  expect(await shrink("https://x.test/large.png", limits, never)).toEqual({ kind: "fits" });
});

test("the longer side is cut to the limit, the shape stays, and what was transparent is white", async () => {
  const limits = { maxChars: 1_000_000, maxSide: 50 };
  const outcome = await shrink(await drawn(200, 80, 0), limits, never);
  const bytes = Buffer.from(outcome.kind === "shrunk" ? (outcome.url.split(",")[1] ?? "") : "", "base64");
  expect(await sharp(bytes).metadata()).toMatchObject({ format: "jpeg", width: 50, height: 20 });
  expect((await sharp(bytes).stats()).channels.map(({ mean }) => Math.round(mean))).toEqual([255, 255, 255]);
});

test("too many bytes are brought below the limit, always with the same bytes", async () => {
  const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
  const create = { width: 300, height: 300, channels: 3, background: "black", noise } as const;
  const url = `data:image/png;base64,${(await sharp({ create }).png().toBuffer()).toString("base64")}`;
  const limits = { maxChars: 20_000, maxSide: 8_000 };
  const [once, twice] = [await shrink(url, limits, never), await shrink(url, limits, never)];
  expect(once.kind === "shrunk" && once.url.length <= 20_000).toBe(true);
  expect(twice).toEqual(once);
});

test("what cannot be made smaller says why: no image, nothing left of it, no package", async () => {
  const limits = { maxChars: 40, maxSide: 10 };
  const large = await drawn(20, 20);
  expect(await shrink(`data:image/png;base64,${"A".repeat(80)}`, limits, never)).toEqual({
    kind: "unable",
    reason: "An image cannot be made smaller: Input buffer contains unsupported image format",
  });
  expect(await shrink(large, limits, never)).toEqual({
    kind: "unable",
    reason: "An image stays too large however small it is made.",
  });
  const without = createImageShrinker(() => Promise.reject(new Error("Cannot find package 'sharp'")));
  expect(await without(large, limits, never)).toEqual({ kind: "unable", reason: providerPhrases.noImageEncoder });
});

test("a stop is a stop and no reason", async () => {
  const stopped = AbortSignal.abort(new Error("stopped"));
  await expect(shrink(await drawn(20, 20), { maxChars: 1_000_000, maxSide: 10 }, stopped)).rejects.toThrow("stopped");
});
