import { statSync } from "node:fs";
import { basename, extname, sep } from "node:path";
import type { MediaKind, OutboundMedia } from "../../../domain/platform.ts";
import { absolutePath, realPath, type PathRules } from "../../../safety/paths.ts";
import { mayLeave } from "../chat-files.ts";
import { gatewayOutboundPhrases as phrases } from "../../../text/phrases/gateway-outbound.ts";

export type MediaRules = {
  /** Files below these may be sent: workspace, cache, configured. Relative paths start in the first. */
  readonly folders: readonly string[];
  readonly paths: PathRules;
};

export type MediaWish = { readonly path: string; readonly asDocument: boolean };

export type MediaVerdict =
  | { readonly kind: "media"; readonly media: OutboundMedia }
  | { readonly kind: "note"; readonly text: string };

const recentMs = 10 * 60_000;

/** A file that an answer names, if it may be sent; else a line that says why not. */
export function mediaFor(
  { path, asDocument }: MediaWish,
  able: readonly MediaKind[],
  rules: MediaRules,
  nowMs: number,
): MediaVerdict {
  const name = basename(path).slice(0, 100);
  const absolute = absolutePath(path, rules.folders[0] ?? sep, rules.paths.userHome);
  const real = realPath(absolute);
  const isDenied = !mayLeave(absolute, rules.paths);
  if (isDenied) return note(phrases.fileNotAllowed(name)); // said of missing ones too: it tells nothing of what is there
  const file = fileAt(real);
  if (file === null) return note(phrases.noSuchFile(name));
  const isRecent = nowMs - file.changedMs < recentMs;
  if (!isRecent && !isBelow(real, rules.folders)) return note(phrases.fileNotAllowed(name));
  const { kind, mime } = typeOf(real);
  const wanted: readonly MediaKind[] = asDocument ? ["document"] : [kind, "document"];
  const possible = wanted.find((each) => able.includes(each));
  if (possible === undefined) return note(phrases.kindNotPossible(name));
  return { kind: "media", media: { kind: possible, path: real, mime, name: basename(real), caption: null } };
}

function note(text: string): MediaVerdict {
  return { kind: "note", text };
}

/** Null: no file that has an end, or none that may be looked at. */
function fileAt(path: string): { readonly changedMs: number } | null {
  try {
    const stat = statSync(path);
    return stat.isFile() ? { changedMs: stat.mtimeMs } : null;
  } catch {
    return null;
  }
}

function isBelow(real: string, folders: readonly string[]): boolean {
  return folders.some((folder) => real.startsWith(`${realPath(folder)}${sep}`));
}

const types: Readonly<Record<string, readonly [MediaKind, string]>> = {
  ".png": ["image", "image/png"],
  ".jpg": ["image", "image/jpeg"],
  ".jpeg": ["image", "image/jpeg"],
  ".gif": ["image", "image/gif"],
  ".webp": ["image", "image/webp"],
  ".mp3": ["audio", "audio/mpeg"],
  ".ogg": ["audio", "audio/ogg"],
  ".opus": ["audio", "audio/ogg"],
  ".wav": ["audio", "audio/wav"],
  ".m4a": ["audio", "audio/mp4"],
  ".flac": ["audio", "audio/flac"],
  ".mp4": ["video", "video/mp4"],
  ".mov": ["video", "video/quicktime"],
  ".webm": ["video", "video/webm"],
  ".mkv": ["video", "video/x-matroska"],
  ".pdf": ["document", "application/pdf"],
  ".txt": ["document", "text/plain"],
  ".md": ["document", "text/markdown"],
  ".csv": ["document", "text/csv"],
  ".json": ["document", "application/json"],
  ".zip": ["document", "application/zip"],
};

function typeOf(path: string): { readonly kind: MediaKind; readonly mime: string } {
  const [kind, mime] = types[extname(path).toLowerCase()] ?? ["document", "application/octet-stream"];
  return { kind, mime };
}
