import { imageType } from "../../disk/image-type.ts";
import type { Content, ImagePart } from "../../domain/message.ts";
import { oncePhrases } from "../../text/phrases/once.ts";
import { readNamedFile, type Refusal, refused } from "./named-file.ts";

export type Attached = { readonly kind: "content"; readonly content: Content } | Refusal;

const mostMegabytes = 20;

/** The prompt with its images. */
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
