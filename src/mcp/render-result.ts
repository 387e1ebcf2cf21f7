import type { CallToolResult } from "@modelcontextprotocol/client";
import type { Content, ImagePart } from "../domain/message.ts";
import { canonicalJson } from "../text/canonical-json.ts";

type Block = NonNullable<CallToolResult["content"]>[number];
type Part = { readonly type: "text"; readonly text: string } | ImagePart;

/** What a server returned, as a tool result: words, and images that a model can see. */
export function renderResult({
  content,
  structuredContent,
}: Pick<CallToolResult, "content" | "structuredContent">): Content {
  const parts = content.map(partOf);
  const structured = structuredContent === undefined ? [] : structuredPart(structuredContent, parts);
  return joined([...parts, ...structured]);
}

/** One text where there are no images. */
export function joined(parts: readonly Part[]): Content {
  if (parts.every((part) => part.type === "text")) {
    return parts.map((part) => (part.type === "text" ? part.text : "")).join("\n") || "(no content)";
  }
  return parts;
}

export function partOf(block: Block): Part {
  switch (block.type) {
    case "text":
      return words(block.text);
    case "image":
      return (
        imagePart(block.mimeType, block.data) ?? words(`[image ${block.mimeType} left out: not a format models see]`)
      );
    case "audio":
      return words(`[audio ${block.mimeType}, ${bytesOf(block.data)} bytes, left out: it cannot be heard here]`);
    case "resource_link":
      return words(linkText(block));
    case "resource":
      return resourcePart(block.resource);
  }
}

type Resource = Extract<Block, { type: "resource" }>["resource"];

export function resourcePart(resource: Resource): Part {
  const { uri, mimeType = "" } = resource;
  if ("text" in resource) return words(`[resource ${uri}]\n${resource.text}`);
  const image = imagePart(mimeType, resource.blob);
  return (
    image ??
    words(`[resource ${uri}, ${mimeType || "unknown type"}, ${bytesOf(resource.blob)} bytes, left out: not text]`)
  );
}

function linkText({ uri, name, mimeType, description }: Extract<Block, { type: "resource_link" }>): string {
  const about = [mimeType, description].filter((text) => text !== undefined && text !== "").join(", ");
  return `[resource ${name}: ${uri}${about === "" ? "" : ` (${about})`}]`;
}

const seen = /^image\/(?:png|jpeg|gif|webp)$/u;

function imagePart(mimeType: string, data: string): ImagePart | null {
  if (!seen.test(mimeType) || !/^[A-Za-z0-9+/=\s]+$/u.test(data)) return null;
  return { type: "image_url", image_url: { url: `data:${mimeType};base64,${data.replaceAll(/\s/gu, "")}` } };
}

/** Servers are asked to say the same in words; where they did, as JSON or as the words in it, once is enough. */
function structuredPart(value: unknown, parts: readonly Part[]): readonly Part[] {
  const texts = parts.flatMap((part) => (part.type === "text" ? [part.text] : []));
  const same = canonicalJson(value);
  const leaves = leavesOf(value);
  const isSaid =
    texts.some((text) => jsonOf(text) === same) ||
    (leaves.length > 0 &&
      leaves.every((leaf) => typeof leaf === "string" && texts.some((text) => text.includes(leaf))));
  return isSaid ? [] : [words(JSON.stringify(value))];
}

function leavesOf(value: unknown): readonly unknown[] {
  return value !== null && typeof value === "object" ? Object.values(value).flatMap(leavesOf) : [value];
}

function jsonOf(text: string): string | null {
  try {
    return canonicalJson(JSON.parse(text));
  } catch {
    return null; // not JSON
  }
}

function bytesOf(base64: string): number {
  return Buffer.byteLength(base64, "base64");
}

function words(text: string): Part {
  return { type: "text", text };
}
