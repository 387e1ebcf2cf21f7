/** What `hermes backup` and `hermes restore` say. */
export const backupPhrases = {
  noHome: (path: string) => `there is nothing to back up: ${path} does not exist`,
  exists: (path: string) => `${path} exists already; name another file`,
  failed: (path: string, reason: string) => `the backup could not be written to ${path}: ${reason}`,
  written: (path: string, files: number, bytes: number) =>
    `Wrote ${files} ${files === 1 ? "file" : "files"}, ${sizeText(bytes)}, to ${path}`,
  withSecrets: "It holds your keys: keep it where only you can read it.",
  leftOut: (names: readonly string[]) => `Left out: ${shortList(names)}`,
  blanked: (keys: readonly string[]) => `Emptied in config.yaml: ${shortList(keys)}`,
  secretsHint: "Keys are kept with --with-secrets.",
  noArchive: (path: string, reason: string) => `${path} cannot be read: ${reason}`,
  notOurs: (path: string) => `${path} is no backup made by hermes`,
  newer: (path: string) => `${path} was made by a newer hermes; update first`,
  damaged: (path: string) => `${path} is damaged or cut off; nothing was changed`,
  unsafe: (path: string) => `${path} holds a file name that leads out of the home; nothing was changed`,
  notEmpty: (home: string) => `${home} is in use already; --force puts it aside as a whole and restores in its place`,
  inUse: (home: string) => `a running hermes works in ${home}; end it first`,
  restoreFailed: (home: string, reason: string) => `${home} could not be replaced (${reason}); it is as it was`,
  restored: (home: string, files: number) => `Restored ${files} files and folders to ${home}`,
  putAside: (path: string) => `What was there before is now in ${path}`,
  keptSecrets: (names: readonly string[]) => `Kept from before, the backup has none: ${names.join(", ")}`,
};

function shortList(names: readonly string[]): string {
  const shown = names.slice(0, 8).join(", ");
  return names.length > 8 ? `${shown} and ${names.length - 8} more` : shown;
}

function sizeText(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1_000))} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
