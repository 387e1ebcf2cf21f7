import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { writeFileAtomic } from "../disk/atomic-write.ts";
import { readBounded } from "../disk/bounded-read.ts";
import { ensurePrivateFolder } from "../disk/folders.ts";

export const StoredImageSchema = z.object({ path: z.string(), sha256: z.string(), mime: z.string() });
type StoredImage = Readonly<z.infer<typeof StoredImageSchema>>;

/** Pictures live beside the database, once per content; rows name them by hash. */
export type ImageFiles = {
  /** null: not a data URL that could be given back byte for byte, so it stays in the row. */
  readonly keep: (url: string) => StoredImage | null;
  /** null: the file is gone or was changed. */
  readonly fetch: (image: StoredImage) => string | null;
};

const folder = "cache/images";
const largestImage = 64 * 1024 * 1024;
const endings: Readonly<Record<string, string>> = {
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/gif": "gif",
  "image/webp": "webp",
};

export function imageFiles(home: string): ImageFiles {
  return {
    keep: (url) => {
      const [head, mime] = /^data:([^,]{0,200});base64,/u.exec(url) ?? [];
      if (head === undefined || mime === undefined || head.length === url.length) return null;
      const base64 = url.slice(head.length); // no pattern over all of it: a large picture would exhaust the matcher's stack
      const bytes = Buffer.from(base64, "base64");
      if (bytes.length > largestImage || bytes.toString("base64") !== base64) return null;
      const sha256 = hashOf(bytes);
      const path = `${folder}/${sha256}.${endings[mime] ?? "bin"}`;
      writeOnce(join(home, path), join(home, folder), bytes);
      return { path, sha256, mime };
    },
    fetch: ({ path, sha256, mime }) => {
      const file = readBounded(join(home, path), largestImage);
      if (file.kind !== "read" || hashOf(file.bytes) !== sha256) return null;
      return `data:${mime};base64,${file.bytes.toString("base64")}`;
    },
  };
}

/** For a store without a folder: pictures stay in their rows. */
export const noImageFiles: ImageFiles = { keep: () => null, fetch: () => null };

function writeOnce(path: string, parent: string, bytes: Buffer): void {
  if (existsSync(path)) return;
  ensurePrivateFolder(parent);
  writeFileAtomic(path, bytes);
}

function hashOf(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}
