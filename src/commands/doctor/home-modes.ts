import { chmodSync, lstatSync } from "node:fs";
import { join } from "node:path";

const privateFiles = ["config.yaml", ".env", "auth.json", "hermes.db", "hermes.db-wal", "hermes.db-shm"];

const privateFolders = ["mcp-tokens", "memories", "logs", "cache"];

export type TooOpen = { readonly path: string; readonly mode: number; readonly wanted: number };

/** What others on this machine could read or enter. Links are left alone: what they point to is not ours to change. */
export function tooOpen(home: string): readonly TooOpen[] {
  const places = [
    { path: home, wanted: 0o700 },
    ...privateFolders.map((name) => ({ path: join(home, name), wanted: 0o700 })),
    ...privateFiles.map((name) => ({ path: join(home, name), wanted: 0o600 })),
  ];
  return places.flatMap(({ path, wanted }) => {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats === undefined || stats.isSymbolicLink()) return [];
    const mode = stats.mode & 0o777;
    return (mode & ~wanted & 0o077) === 0 ? [] : [{ path, mode, wanted }];
  });
}

export function narrow(places: readonly TooOpen[]): void {
  for (const { path, mode, wanted } of places) chmodSync(path, mode & wanted);
}
