import { closeSync, fstatSync, ftruncateSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { ensurePrivateFolder } from "../disk/folders.ts";
import type { Home } from "../config/home.ts";
import type { SaveTrajectory } from "../domain/trajectory.ts";

export function trajectoryFolder(home: Home): string {
  return join(home.path, "trajectories");
}

/** A line per turn in a file per session, for their owner alone. */
export function trajectoryFiles(folder: string): SaveTrajectory {
  return async (trajectory) => {
    ensurePrivateFolder(folder);
    const line = Buffer.from(`${JSON.stringify(trajectory)}\n`, "utf8");
    const name = trajectory.session_id.replaceAll(/[^\w-]/g, "_"); // an imported session may be called anything
    appendWhole(join(folder, `${name}.jsonl`), line);
  };
}

/** All of it or nothing: half a line would spoil the one after it. */
function appendWhole(path: string, bytes: Uint8Array): void {
  const file = openSync(path, "a", 0o600);
  try {
    const { size } = fstatSync(file);
    if (writeSync(file, bytes) === bytes.length) return;
    ftruncateSync(file, size);
    throw new Error(`${path} could not take all of a line`);
  } finally {
    closeSync(file);
  }
}
