import type { ImageLimits, ImageShrinker, ShrunkImage } from "../../domain/image-shrinker.ts";
import { providerPhrases } from "../../text/phrases/provider.ts";
import { dataOf, installedEncoder, type Encoder } from "./encoder.ts";

const mostRounds = 6;
const quality = 85;
const roundSeconds = 20;
const margin = 0.95; // bytes follow the area only roughly

/** Re-encodes as JPEG what is too large. The package that can is optional, heavy, and loaded when first needed. */
export function createImageShrinker(load: () => Promise<Encoder> = installedEncoder): ImageShrinker {
  return async (url, limits, signal) => {
    const image = dataOf(url);
    if (image === null) return { kind: "fits" };
    const encode = await load().catch(() => null);
    if (encode === null)
      return url.length > limits.maxChars ? unable(providerPhrases.noImageEncoder) : { kind: "fits" };
    try {
      return await fitted(encode, image, { ...limits, chars: url.length, signal });
    } catch (error) {
      signal.throwIfAborted();
      const [detail = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
      return unable(providerPhrases.imageUnreadable(detail));
    }
  };
}

type Task = ImageLimits & { readonly chars: number; readonly signal: AbortSignal };

async function fitted(encode: Encoder, image: Uint8Array, task: Task): Promise<ShrunkImage> {
  const { width, height } = await encode(image).metadata();
  const longest = Math.max(width, height);
  if (task.chars <= task.maxChars && longest <= task.maxSide) return { kind: "fits" };
  let side = Math.min(longest, task.maxSide);
  for (let round = 0; round < mostRounds; round++) {
    task.signal.throwIfAborted();
    const url = await reencoded(encode, image, side);
    if (url.length <= task.maxChars) return { kind: "shrunk", url };
    side = Math.max(1, Math.floor(side * margin * Math.sqrt(task.maxChars / url.length)));
  }
  return unable(providerPhrases.imageStaysLarge);
}

/** Upright, on white where it was transparent, and without what cameras add. */
async function reencoded(encode: Encoder, image: Uint8Array, side: number): Promise<string> {
  const bytes = await encode(image)
    .timeout({ seconds: roundSeconds })
    .autoOrient()
    .resize({ width: side, height: side, fit: "inside", withoutEnlargement: true })
    .flatten({ background: "white" })
    .jpeg({ quality })
    .toBuffer();
  return `data:image/jpeg;base64,${bytes.toString("base64")}`;
}

function unable(reason: string): ShrunkImage {
  return { kind: "unable", reason };
}
