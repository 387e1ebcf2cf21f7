import type { Content, ImagePart } from "../../domain/message.ts";
import { oncePhrases } from "../../text/phrases/once.ts";
import { readNamedFile, type Refusal, refused } from "./named-file.ts";

export type Attached = { readonly kind: "content"; readonly content: Content } | Refusal;

const mostMegabytes = 20;

/** The prompt with its images. What a file is shows in its first bytes, not in its name. */
export function attachImages(text: string, paths: readonly string[], cwd: string): Attached {
  const images: ImagePart[] = [];
  for (const path of paths) {
    const file = readNamedFile("--image", path, cwd, mostMegabytes);
    if (file.kind === "refused") return file;
    const type = imageType(file.bytes);
    if (type === null) return refused(oncePhrases.notAnImage(path));
    const url = `data:${type};base64,${Buffer.from(file.bytes).toString("base64")}`;
    images.push({ type: "image_url", image_url: { url } });
  }
  return { kind: "content", content: images.length === 0 ? text : [{ type: "text", text }, ...images] };
}

function imageType(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.subarray(0, 12)).toString("latin1");
  if (head.startsWith("\x89PNG\r\n\x1a\n")) return "image/png";
  if (head.startsWith("\xff\xd8\xff")) return "image/jpeg";
  if (/^GIF8[79]a/.test(head)) return "image/gif";
  return /^RIFF[^]{4}WEBP/.test(head) ? "image/webp" : null;
}
