import { statSync } from "node:fs";
import { isAbsolute } from "node:path";
import { readBounded } from "../../../disk/bounded-read.ts";
import { imageType } from "../../../disk/image-type.ts";
import type { ImagePart } from "../../../domain/message.ts";
import type { InboundMedia } from "../../../domain/platform.ts";
import type { PathRules } from "../../../safety/paths.ts";
import { mayLeave } from "../chat-files.ts";
import { label } from "./label.ts";

/** What the model gets of a file: always a line about it, and the picture itself where it is one. */
export type MediaGiven = { readonly note: string; readonly image: ImagePart | null };

const mostPictureBytes = 20 * 1024 * 1024; // as for pictures of the chat; larger ones are files like any other
const mostPictures = 20;

export function mediaParts(media: readonly InboundMedia[], maxBytes: number, paths: PathRules): readonly MediaGiven[] {
  const allowed = media.filter((file) => mayCome(file, paths));
  const pictures = allowed.filter(looksLikePicture).slice(0, mostPictures);
  return media.map((file) =>
    allowed.includes(file)
      ? given(file, maxBytes, pictures.includes(file))
      : noted(file, file.mime, "it could not be read"),
  );
}

/** A platform says where it has put a file; a name that a sender chose must not lead it to one of ours. */
function mayCome({ path }: InboundMedia, paths: PathRules): boolean {
  return isAbsolute(path) && !unseen.test(path) && mayLeave(path, paths);
}

const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\]]/u;

function given(file: InboundMedia, maxBytes: number, isShown: boolean): MediaGiven {
  const size = sizeOf(file.path);
  if (size === null) return noted(file, file.mime, "it could not be read");
  if (size > maxBytes) return noted(file, file.mime, `it is too large (${size} bytes)`);
  const picture = isShown ? pictureIn(file.path, Math.min(maxBytes, mostPictureBytes)) : null;
  const at = `at ${file.path}`;
  if (picture === null) return noted(file, file.mime, at);
  const url = `data:${picture.type};base64,${picture.bytes.toString("base64")}`;
  return { note: noted(file, picture.type, at).note, image: { type: "image_url", image_url: { url } } };
}

function looksLikePicture({ kind, mime }: InboundMedia): boolean {
  return kind === "image" || mime.toLowerCase().startsWith("image/");
}

function noted({ kind, name }: InboundMedia, type: string, end: string): MediaGiven {
  return { note: `[Attached ${kind} ${label(name)}, type ${label(type)}, ${end}]`, image: null };
}

/** Null: there is no such file, or it is none. */
function sizeOf(path: string): number | null {
  try {
    const stats = statSync(path);
    return stats.isFile() ? stats.size : null;
  } catch {
    return null; // gone or not ours to read: the note says so
  }
}

function pictureIn(path: string, limit: number): { readonly type: string; readonly bytes: Buffer } | null {
  try {
    const read = readBounded(path, limit);
    const type = read.kind === "read" ? imageType(read.bytes) : null;
    return read.kind === "read" && type !== null ? { type, bytes: read.bytes } : null;
  } catch {
    return null; // it is a file we may not read; its line stands in the message all the same
  }
}
