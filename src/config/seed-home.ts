import { existsSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ensurePrivateFolder } from "../disk/folders.ts";
import { defaultIdentity } from "../text/default-identity.ts";
import { codeOf, isCode } from "./error-code.ts";
import { configPhrases as say } from "../text/phrases/config.ts";
import { envPath, type Home } from "./home.ts";

/** The folders every home has. */
export const homeFolders = ["memories", "skills", "logs", "plugins", "hooks", "cache"];

/** Makes a home usable, on first start and after. Returns the sentence for the person when it cannot. */
export function seedHome(home: Home): string | null {
  try {
    ensurePrivateFolder(home.path);
    for (const folder of homeFolders) ensurePrivateFolder(join(home.path, folder));
    seedSoul(join(home.path, "SOUL.md"));
    return null;
  } catch (error) {
    return say.homeUnwritable(home.path, codeOf(error));
  }
}

/** What decides whether a file's mode says anything. */
export type ModeWorld = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly exists?: (path: string) => boolean;
};

/** Secrets others can read, as one warning; null when there is none or modes mean nothing here. */
export function secretsInTheOpen(home: Home, world: ModeWorld): string | null {
  if (!modesMatter(world)) return null;
  const open = [envPath(home), join(home.path, "auth.json")].filter(isOpenToOthers);
  return open.length === 0 ? null : say.openSecrets(open);
}

/** Containers and some mounts decide modes themselves. */
export function modesMatter({ env, platform, exists = existsSync }: ModeWorld): boolean {
  const skipped = ["1", "true", "yes"].includes(env["HERMES_SKIP_CHMOD"]?.toLowerCase() ?? "");
  const contained = env["container"] !== undefined || exists("/.dockerenv") || exists("/run/.containerenv");
  return platform !== "win32" && !skipped && !contained;
}

function seedSoul(path: string): void {
  if (existsSync(path)) return;
  try {
    writeFileSync(path, defaultIdentity, { flag: "wx", mode: 0o600 });
  } catch (error) {
    if (!isCode(error, "EEXIST")) throw error; // another start was quicker, or a dangling link stands there
  }
}

function isOpenToOthers(path: string): boolean {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats !== undefined && (stats.mode & 0o044) !== 0;
  } catch {
    return false; // not to be looked at by us, so not open to everybody
  }
}
