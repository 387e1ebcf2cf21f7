import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { dirname } from "node:path";
import type { SystemProbes } from "./world.ts";

/** What can be asked of this machine without knowing anything of the program. */
export const systemProbes: SystemProbes = {
  nodeVersion: process.versions.node,
  probeSqlite: async () => {
    const { DatabaseSync } = await import("node:sqlite");
    using db = new DatabaseSync(":memory:");
    const version = String(db.prepare("SELECT sqlite_version() AS version").get()?.["version"]);
    return { version, fullText: hasFullText((sql) => db.exec(sql)) };
  },
  probePty: async (signal) => {
    try {
      const { spawn } = await import("@lydell/node-pty");
      const child = spawn(process.execPath, ["--version"], { cols: 80, rows: 24 });
      return await new Promise((resolve) => {
        signal.addEventListener("abort", () => resolve("timeout"), { once: true });
        child.onExit(({ exitCode }) => resolve(exitCode === 0 ? null : `exit code ${exitCode}`));
      });
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  },
  freeBytes: async (path) => {
    const { bavail, bsize } = await statfs(existingPart(path));
    return bavail * bsize;
  },
  versionOf: (program, signal) =>
    new Promise((resolve) => {
      execFile(program, ["--version"], { signal, encoding: "utf8" }, (error, stdout) => {
        resolve(error === null ? (stdout.split("\n")[0] ?? "") : null);
      });
    }),
};

function hasFullText(exec: (sql: string) => void): boolean {
  try {
    exec("CREATE VIRTUAL TABLE probe USING fts5(text)");
    return true;
  } catch {
    return false;
  }
}

function existingPart(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : existingPart(dirname(path));
}
