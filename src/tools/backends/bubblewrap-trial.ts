import { natureArguments } from "./bubblewrap-arguments.ts";
import { mountArguments } from "./bubblewrap-mounts.ts";

export type Trial = { readonly kind: "works" } | { readonly kind: "fails"; readonly why: string };

/** Whether this machine can build walls: asked once in a process, when the first command wants to know. */
export type BubblewrapTrial = (path: string) => Trial;

const trialMs = 5_000;

export function createBubblewrapTrial(): BubblewrapTrial {
  let known: Trial | null = null;
  return (path) => (known ??= tryOut(path));
}

function tryOut(path: string): Trial {
  if (process.platform !== "linux") return { kind: "fails", why: "bubblewrap exists on Linux only" };
  const { spawnSync } = process.getBuiltinModule("node:child_process");
  const nature = natureArguments({ network: true, isRoot: process.getuid?.() === 0 });
  const args = [...nature, ...mountArguments([], "/dev/null"), "--", "true"];
  const { error, status, stderr } = spawnSync("bwrap", args, {
    timeout: trialMs,
    encoding: "utf8",
    env: { PATH: path },
    stdio: ["ignore", "ignore", "pipe"],
  });
  if (error !== undefined) {
    return { kind: "fails", why: "code" in error && error.code === "ENOENT" ? "bwrap was not found" : error.message };
  }
  return status === 0 ? { kind: "works" } : { kind: "fails", why: stderr.trim().split("\n")[0] ?? "" };
}
