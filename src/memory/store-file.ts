import { readdirSync, realpathSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { writeFileAtomic } from "../disk/atomic-write.ts";
import { readBounded } from "../disk/bounded-read.ts";

/** `bytes` are what was read, for fingerprints and backups. Something that is there but cannot be read is not empty. */
export type StoreFile =
  | { readonly kind: "text"; readonly text: string; readonly bytes: Uint8Array }
  | { readonly kind: "unreadable"; readonly why: string };

const longestBytes = 4_000_000;
const backupsKept = 5;

export function readStoreFile(path: string): StoreFile {
  try {
    const read = readBounded(path, longestBytes);
    switch (read.kind) {
      case "missing":
        return { kind: "text", text: "", bytes: new Uint8Array() };
      case "not-a-file":
        return { kind: "unreadable", why: "it is not a regular file" };
      case "too-long":
        return { kind: "unreadable", why: `it is ${read.size} bytes long` };
      case "read":
        return decoded(read.bytes);
    }
  } catch (error) {
    return { kind: "unreadable", why: codeOf(error) };
  }
}

/** Only under the lock: half-written drafts of processes that were killed go with it. */
export function writeStoreFile(path: string, text: string): void {
  const target = realPath(path);
  const folder = dirname(target);
  for (const name of readdirSync(folder)) {
    if (name.startsWith(`.${basename(target)}.`) && name.endsWith(".tmp")) rmSync(join(folder, name), { force: true });
  }
  writeFileAtomic(path, text);
}

/** Returns the backup's path. The newest five stay. */
export function backUp(path: string, bytes: Uint8Array, nowMs: number): string {
  const backup = `${path}.bak.${Math.floor(nowMs / 1_000)}`;
  writeFileAtomic(backup, bytes);
  const prefix = `${basename(path)}.bak.`;
  const stamps = readdirSync(dirname(path))
    .filter((name) => name.startsWith(prefix) && /^\d+$/.test(name.slice(prefix.length)))
    .map((name) => Number(name.slice(prefix.length)))
    .toSorted((a, b) => b - a);
  for (const stamp of stamps.slice(backupsKept)) rmSync(`${path}.bak.${stamp}`, { force: true });
  return backup;
}

export function codeOf(error: unknown): string {
  if (error instanceof Error && "code" in error && typeof error.code === "string") return error.code;
  return String(error);
}

function decoded(bytes: Uint8Array): StoreFile {
  try {
    return { kind: "text", text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), bytes };
  } catch {
    return { kind: "unreadable", why: "it is not valid UTF-8" };
  }
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
