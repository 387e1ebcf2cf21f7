import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { ProviderContext } from "../../../domain/memory-provider.ts";
import type { HonchoSettings } from "./honcho-config.ts";

/** The person as Honcho knows them: chat users by pin, alias, prefix or their own id. */
export function userPeerId(settings: HonchoSettings, { userId }: Pick<ProviderContext, "userId">): string {
  const { peerName, pinPeerName, userPeerAliases: aliases, runtimePeerPrefix: prefix } = settings;
  if (userId === null || pinPeerName) return idOf(peerName);
  return idOf((Object.hasOwn(aliases, userId) ? aliases[userId] : undefined) ?? `${prefix}${userId}`);
}

export function sessionKey(strategy: HonchoSettings["sessionStrategy"], sessionId: string, cwd: string): string {
  switch (strategy) {
    case "global":
      return "global";
    case "per-session":
      return idOf(sessionId);
    case "per-directory":
      return folderKey(cwd);
    case "per-repo":
      return folderKey(repositoryOf(cwd));
  }
}

/** Letters, digits, "_" and "-" are all that is allowed. */
export function idOf(text: string): string {
  return (
    text
      .replaceAll(/[^a-zA-Z0-9_-]+/g, "-")
      .replaceAll(/^-+|-+$/g, "")
      .slice(0, 100) || "unnamed"
  );
}

/** The path itself counts too: two folders may share a name. */
function folderKey(path: string): string {
  return `${idOf(basename(path))}-${createHash("sha256").update(path).digest("hex").slice(0, 8)}`;
}

function repositoryOf(cwd: string): string {
  for (let folder = cwd; ; folder = dirname(folder)) {
    if (existsSync(join(folder, ".git"))) return folder;
    if (dirname(folder) === folder) return cwd;
  }
}
