import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Clock } from "../../domain/clock.ts";
import { credentialPlaces, secretSystemFiles } from "../../safety/path-classes.ts";
import { isEnvironmentFile, realPath } from "../../safety/paths.ts";

const homeDepth = "4";
const homeMs = 3_000; // a home can be of any size
const rootMs = 60_000;
const mostBytes = 33_554_432;
const neverAborted = new AbortController().signal;

/** Where keys and passwords are kept, for this person and, since root may read everywhere, for all others. */
export function credentialsOf(userHome: string): readonly string[] {
  const homes = new Set([userHome, realPath(userHome), ...homesOfMachine()]);
  return [...[...homes].flatMap((home) => credentialPlaces.map((place) => join(home, place))), ...secretSystemFiles];
}

/**
 * Environment files: in the workspace all of them, in the home those near its top. Packages and git's own folders are
 * left out. Null: the workspace could not be looked through, and so nothing is known about it.
 */
export async function environmentFiles(
  { roots, userHome }: { readonly roots: readonly string[]; readonly userHome: string },
  clock: Clock,
): Promise<readonly string[] | null> {
  const [inRoots, inHome] = await Promise.all([
    search(roots, [], rootMs, clock),
    search([userHome], ["-maxdepth", homeDepth], homeMs, clock),
  ]);
  if (!inRoots.whole) return null;
  return [...new Set([...inRoots.files, ...inHome.files].filter(isEnvironmentFile).map(realPath))];
}

const skipped = ["(", "-name", "node_modules", "-o", "-name", ".git", "-o", "-name", ".cache", ")", "-prune"];
const named = ["-iname", ".env", "-o", "-iname", ".env.*", "-o", "-iname", ".envrc"];

type Found = { readonly files: readonly string[]; readonly whole: boolean };

async function search(folders: readonly string[], limits: readonly string[], ms: number, clock: Clock): Promise<Found> {
  if (folders.length === 0) return { files: [], whole: true };
  using deadline = clock.deadline(ms, neverAborted);
  const args = [...folders, ...limits, ...skipped, "-o", "(", ...named, ")", "!", "-type", "d", "-print0"];
  return new Promise((resolve) => {
    execFile("find", args, { signal: deadline.signal, maxBuffer: mostBytes }, (error, out) => {
      const files = out.split("\0").filter((file) => file !== "");
      resolve({ files, whole: error === null || error.code === 1 }); // 1: a folder was closed to us, as it will be inside
    });
  });
}

function homesOfMachine(): readonly string[] {
  try {
    const rows = readFileSync("/etc/passwd", "utf8").split("\n");
    return rows.map((row) => row.split(":")[5] ?? "").filter((home) => /^\/(?:root|home\/.+)$/.test(home));
  } catch {
    return [];
  }
}
