import { basename } from "node:path";
import { readBounded } from "../../../disk/bounded-read.ts";
import { imageType } from "../../../disk/image-type.ts";
import { absolutePath } from "../../../safety/paths.ts";
import { inputPhrases as say } from "../../../text/phrases/input.ts";
import type { Chat } from "../chat.ts";
import type { Picture } from "../screen.ts";

const mostMegabytes = 20;
const megabyte = 1024 * 1024;

type PictureRead =
  | { readonly kind: "picture"; readonly picture: Picture }
  | { readonly kind: "missing" | "refused"; readonly message: string };

/** `/image`. */
export function attachFile(chat: Chat, path: string): void {
  const read = readPicture(path, chat);
  if (read.kind === "picture") chat.dispatch({ type: "attached", picture: read.picture });
  else chat.notice("warning", read.message);
}

/** False: it was not attached; a path that leads nowhere is not even worth a word. */
export function attachDropped(chat: Chat, path: string): boolean {
  const read = readPicture(path, chat);
  if (read.kind === "picture") chat.dispatch({ type: "attached", picture: read.picture });
  if (read.kind === "refused") chat.notice("warning", read.message);
  return read.kind === "picture";
}

export async function attachFromClipboard(chat: Chat): Promise<void> {
  const found = await chat.world.clipboardPicture(chat.signal);
  switch (found.kind) {
    case "image": {
      const read = pictureOf(say.clipboard, found.bytes);
      if (read.kind === "picture") return chat.dispatch({ type: "attached", picture: read.picture });
      return chat.notice("warning", read.message);
    }
    case "empty":
      return chat.notice("warning", say.clipboardEmpty);
    case "unreachable":
      return chat.notice("warning", say.noClipboardProgram(found.programs));
  }
}

function readPicture(path: string, { shell, world }: Chat): PictureRead {
  try {
    const file = readBounded(absolutePath(path, shell.cwd(), world.userHome), mostMegabytes * megabyte);
    switch (file.kind) {
      case "read":
        return pictureOf(basename(path), file.bytes, path);
      case "missing":
        return { kind: "missing", message: say.noImage(path) };
      case "not-a-file":
        return { kind: "refused", message: say.noImageFile(path) };
      case "too-long":
        return { kind: "refused", message: say.imageTooLarge(path, mostMegabytes) };
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { kind: "refused", message: say.imageUnreadable(path, reason) };
  }
}

function pictureOf(name: string, bytes: Uint8Array, path = name): PictureRead {
  if (bytes.length > mostMegabytes * megabyte)
    return { kind: "refused", message: say.imageTooLarge(path, mostMegabytes) };
  const type = imageType(bytes);
  if (type === null) return { kind: "refused", message: say.notAnImage(path) };
  const url = `data:${type};base64,${Buffer.from(bytes).toString("base64")}`;
  return { kind: "picture", picture: { name, bytes: bytes.length, part: { type: "image_url", image_url: { url } } } };
}
