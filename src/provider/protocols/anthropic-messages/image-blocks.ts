import { imageLeftOut, type Piece } from "../content.ts";
import type { ImageBlock, TextBlock } from "./wire-types.ts";

type MediaType = Extract<ImageBlock["source"], { type: "base64" }>["media_type"];

const mediaTypes: Readonly<Record<string, MediaType>> = {
  "image/jpeg": "image/jpeg",
  "image/jpg": "image/jpeg",
  "image/png": "image/png",
  "image/gif": "image/gif",
  "image/webp": "image/webp",
};

/** Never an empty list: the endpoint refuses one. */
export function blocksOf(pieces: readonly Piece[], placeholder: string): readonly (TextBlock | ImageBlock)[] {
  if (pieces.length === 0) return [{ type: "text", text: placeholder }];
  return pieces.map((piece) => (piece.kind === "text" ? { type: "text", text: piece.text } : imageBlock(piece.url)));
}

function imageBlock(url: string): TextBlock | ImageBlock {
  if (/^https?:/i.test(url)) return { type: "image", source: { type: "url", url } };
  const comma = url.indexOf(",");
  const [media = "", ...settings] = url.slice("data:".length, comma).toLowerCase().split(";");
  const type = mediaTypes[media];
  const readable = url.startsWith("data:") && comma !== -1 && settings.includes("base64") && type !== undefined;
  if (!readable) return { type: "text", text: imageLeftOut };
  return { type: "image", source: { type: "base64", media_type: type, data: url.slice(comma + 1) } };
}
