import { copyFileSync, createReadStream, existsSync, readFileSync, renameSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { createGunzip } from "node:zlib";
import { stampOf } from "../../config/corrupt-copy.ts";
import { codeOf } from "../../config/error-code.ts";
import { ensurePrivateFolder } from "../../disk/folders.ts";
import { defaultIdentity } from "../../text/default-identity.ts";
import { backupPhrases as say } from "../../text/phrases/backup.ts";
import type { CommandCall, CommandRun } from "../command.ts";
import { fail } from "../fail.ts";
import { isGiven } from "../flag-value.ts";
import { storeOptions } from "../home-store.ts";
import { homeOf } from "../home.ts";
import { homeFiles } from "./home-files.ts";
import { readManifest } from "./manifest.ts";
import { BadArchive, unpack } from "./unpack.ts";

/** `hermes restore`: unpacked beside the home and checked whole, then put in its place by renaming. */
export const restore: CommandRun = async (call) => {
  const found = homeOf(call.context);
  if (found.kind === "problem") return fail(call, found.problem.message, 2);
  const home = found.home.path;
  const isUsed = existsSync(home) && !isFresh(home);
  if (isUsed && !isGiven(call.flags, "force")) return fail(call, say.notEmpty(home), 1);
  const { isStoreInUse } = await import("../../store/live-leases.ts");
  if (isStoreInUse(storeOptions(home, call.context))) return fail(call, say.inUse(home), 1);
  const file = resolve(call.context.cwd, call.positionals[0] ?? "");
  const staging = join(dirname(home), `.hermes-restore-${call.context.rng.hex(12)}`);
  try {
    const read = await unpackTo(file, staging);
    return typeof read === "string" ? fail(call, read, 1) : exchange(call, { home, staging, isUsed }, read);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
};

/** The number of members, or why there is nothing to restore. */
async function unpackTo(file: string, staging: string): Promise<number | string> {
  const state: { standing: ReturnType<typeof readManifest> | null } = { standing: null };
  const source = createReadStream(file);
  const zipped = createGunzip();
  source.on("error", (error) => void zipped.destroy(error));
  try {
    ensurePrivateFolder(staging);
    const members = await unpack(source.pipe(zipped), staging, (path, content) => {
      state.standing = readManifest(path, content);
      if (state.standing !== "ours") throw new BadArchive("manifest");
    });
    return members - 1;
  } catch (error) {
    if (state.standing === "newer") return say.newer(file);
    if (error instanceof BadArchive && error.message === "path") return say.unsafe(file);
    if (state.standing === "ours") return isSystemError(error) ? say.noArchive(file, codeOf(error)) : say.damaged(file);
    return isSystemError(error) ? say.noArchive(file, codeOf(error)) : say.notOurs(file);
  } finally {
    source.destroy();
  }
}

function isSystemError(error: unknown): boolean {
  return /^E[A-Z]+$/.test(codeOf(error));
}

type Exchange = { readonly home: string; readonly staging: string; readonly isUsed: boolean };

/** Two renames; when the second fails the first is taken back. */
function exchange(call: CommandCall, { home, staging, isUsed }: Exchange, members: number): number {
  const before = existsSync(home) ? `${home}.before-${stampOf(call.context.clock.now())}` : null;
  const kept = before === null ? [] : keepSecrets(home, staging);
  try {
    if (before === null) ensurePrivateFolder(dirname(home));
    else renameSync(home, before);
  } catch (error) {
    return fail(call, say.restoreFailed(home, codeOf(error)), 1);
  }
  try {
    renameSync(staging, home);
  } catch (error) {
    if (before !== null) renameSync(before, home);
    return fail(call, say.restoreFailed(home, codeOf(error)), 1);
  }
  if (before !== null && !isUsed) rmSync(before, { recursive: true, force: true });
  const lines = [
    say.restored(home, members),
    ...(before !== null && isUsed ? [say.putAside(before)] : []),
    ...(kept.length === 0 ? [] : [say.keptSecrets(kept)]),
  ];
  call.terminal.out(`${lines.join("\n")}\n`);
  return 0;
}

/** Keys that the archive does not bring stay those of the present home. */
function keepSecrets(home: string, staging: string): readonly string[] {
  const missing = [".env", "auth.json"].filter(
    (name) => existsSync(join(home, name)) && !existsSync(join(staging, name)),
  );
  for (const name of missing) copyFileSync(join(home, name), join(staging, name));
  return missing;
}

/** Holds nothing but what every first start makes. */
function isFresh(home: string): boolean {
  return [...homeFiles(home)].every(
    ({ name, kind, path }) => kind === "folder" || (name === "SOUL.md" && isSeeded(path)),
  );
}

function isSeeded(path: string): boolean {
  return readFileSync(path, "utf8") === defaultIdentity;
}
