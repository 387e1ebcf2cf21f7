import { mkdirSync } from "node:fs";

/** Makes a folder, and any missing parent, that only its owner can enter. An existing one is left as it is. */
export function ensurePrivateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
}
