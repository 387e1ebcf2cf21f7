import { cpSync, existsSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { seedHome } from "../../config/seed-home.ts";
import { ensurePrivateFolder } from "../../disk/folders.ts";
import type { Rng } from "../../domain/clock.ts";

/** What a person set up, never what the agent has learned or said. */
const cloned = ["config.yaml", ".env", "SOUL.md", "skills"];

/** Made beside its place and moved there whole. Returns what was copied. */
export function createProfile(path: string, model: string | null, rng: Rng): readonly string[] {
  const draft = join(dirname(path), `.new-${rng.hex(8)}`);
  try {
    ensurePrivateFolder(draft);
    const copied = model === null ? [] : cloned.filter((name) => existsSync(join(model, name)));
    for (const name of copied) {
      cpSync(join(model ?? "", name), join(draft, name), { recursive: true, verbatimSymlinks: true });
    }
    const problem = seedHome({ base: draft, path: draft, profile: basename(path) });
    if (problem !== null) throw new Error(problem);
    renameSync(draft, path);
    return copied;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}
