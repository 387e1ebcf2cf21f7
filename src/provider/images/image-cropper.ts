import type { CroppedImage, ImageCropper, ImageRegion } from "../../domain/image-shrinker.ts";
import { dataOf, type Encoder, installedEncoder } from "./encoder.ts";

const roundSeconds = 20;

/** A part of an image, upright, without loss. */
export function createImageCropper(load: () => Promise<Encoder> = installedEncoder): ImageCropper {
  return async (url, region, signal) => {
    const image = dataOf(url);
    if (image === null) return unable("only an image that was loaded can be cropped");
    const encode = await load().catch(() => null);
    if (encode === null) return unable("cropping needs the package sharp, which is not installed; ask without region");
    try {
      return await cropped(encode, image, region);
    } catch (error) {
      signal.throwIfAborted();
      const [detail = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
      return unable(`the image cannot be cropped: ${detail}`);
    }
  };
}

async function cropped(encode: Encoder, image: Uint8Array, region: ImageRegion): Promise<CroppedImage> {
  const { autoOrient } = await encode(image).metadata();
  const { width, height } = autoOrient;
  const area = within(region, width, height);
  if (area === null) return unable(`region lies outside the image, which has ${width} x ${height} pixels`);
  const part = encode(image).timeout({ seconds: roundSeconds }).autoOrient().extract(area).png();
  const bytes = await part.toBuffer();
  return { kind: "cropped", url: `data:image/png;base64,${bytes.toString("base64")}` };
}

/** What of a region lies in the image, in whole pixels. */
function within(region: ImageRegion, width: number, height: number): ImageRegion | null {
  const areShares = Object.values(region).every((edge) => edge <= 1);
  const [across, down] = areShares ? [width, height] : [1, 1];
  const left = Math.max(0, Math.floor(region.left * across));
  const top = Math.max(0, Math.floor(region.top * down));
  const right = Math.min(width, Math.ceil((region.left + region.width) * across));
  const bottom = Math.min(height, Math.ceil((region.top + region.height) * down));
  return right > left && bottom > top ? { left, top, width: right - left, height: bottom - top } : null;
}

function unable(reason: string): CroppedImage {
  return { kind: "unable", reason };
}
