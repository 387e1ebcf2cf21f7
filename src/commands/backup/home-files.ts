import { lstatSync, readdirSync } from "node:fs";
import { basename, join, relative } from "node:path";

export type HomeFile = {
  /** Below the home, with forward slashes. */
  readonly name: string;
  readonly path: string;
  readonly kind: "file" | "folder" | "database" | "config" | "secret" | "other";
};

/** What grows again by itself, or means something to a running process only. */
const passing = new Set(["cache", "logs", "processes", "checkpoints", "locks", "gateway.pid", "gateway.lock"]);
const secrets = new Set([".env", "auth.json", "mcp-tokens"]);
const besideDatabase = /^hermes\.db-(?:wal|shm|journal)$/;
const drafts = /^\..+\.tmp$|\.lock$|\.lock\.clearing$/;

/** Everything of a home that is worth keeping, folders before what they hold. */
export function* homeFiles(home: string, folder: string = home): Generator<HomeFile> {
  for (const entry of readdirSync(folder, { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    const isHome = folder === home || basename(join(folder, "..")) === "profiles";
    if (drafts.test(entry.name) || (isHome && isPassing(entry.name))) continue;
    const file = { path, name: relative(home, path).replaceAll("\\", "/"), kind: kindOf(path, isHome) } as const;
    if (file.kind === "secret" && lstatSync(path).isDirectory()) {
      yield* secretsBelow(home, path);
      continue;
    }
    yield file;
    if (file.kind === "folder") yield* homeFiles(home, path);
  }
}

function* secretsBelow(home: string, folder: string): Generator<HomeFile> {
  for (const file of homeFiles(home, folder)) yield file.kind === "file" ? { ...file, kind: "secret" } : file;
}

function isPassing(name: string): boolean {
  return passing.has(name) || besideDatabase.test(name);
}

function kindOf(path: string, isHome: boolean): HomeFile["kind"] {
  const stats = lstatSync(path);
  const name = basename(path);
  if (isHome && secrets.has(name)) return "secret";
  if (stats.isDirectory()) return "folder";
  if (!stats.isFile()) return "other"; // links, sockets, pipes
  if (isHome && name === "hermes.db") return "database";
  return isHome && name === "config.yaml" ? "config" : "file";
}
