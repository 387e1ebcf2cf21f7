import { z } from "zod";
import { manifestName } from "./pack.ts";

export const archiveFormat = 1;

const Manifest = z.object({ format: z.int().positive(), with_secrets: z.boolean() });

/** What the first member of an archive says of it. */
export function readManifest(path: string, content: Buffer): "ours" | "newer" | "foreign" {
  if (path !== manifestName) return "foreign";
  const read = Manifest.safeParse(parsed(content.toString("utf8")));
  if (!read.success) return "foreign";
  return read.data.format > archiveFormat ? "newer" : "ours";
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // whoever wrote it, not we
  }
}
