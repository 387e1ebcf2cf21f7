/** What `hermes profile` says. */
export const profilePhrases = {
  unknown: (name: string, near: string | null, known: readonly string[]) =>
    near === null
      ? `there is no profile "${name}"; there are ${known.join(", ")}`
      : `there is no profile "${name}", did you mean "${near}"?`,
  badName: (name: string) =>
    `"${name}" is no profile name: use lower-case letters, digits, - and _, at most 64, and not "default"`,
  exists: (name: string) => `the profile "${name}" exists already`,
  bothClones: "--clone and --clone-from exclude each other",
  created: (name: string, path: string) => `Created the profile ${name} in ${path}`,
  cloned: (names: readonly string[]) => `Copied: ${names.length === 0 ? "nothing was there" : names.join(", ")}`,
  howToUse: (name: string) => `Use it once with hermes -p ${name}, or from now on with hermes profile use ${name}`,
  using: (name: string) => `From now on hermes uses the profile ${name}`,
  overruled: (name: string) => `HERMES_PROFILE is set to ${name} in this shell and goes first`,
  notDefault: "the default profile is the home itself and cannot be deleted or renamed",
  inUse: (name: string) => `a running hermes uses the profile ${name}; end it first`,
  askDelete: (name: string, path: string) => `Delete the profile ${name} with all its sessions, in ${path}? [y/N] `,
  confirmDelete: (name: string) => `deleting ${name} with its sessions, memory and keys needs --yes`,
  kept: "Nothing was deleted.",
  deleted: (name: string) => `Deleted the profile ${name}`,
  backToDefault: "It was the one in use; hermes uses the default profile again",
  renamed: (from: string, to: string) => `The profile ${from} is now called ${to}`,
  failed: (path: string, reason: string) => `${path} could not be changed: ${reason}`,
  rows: { name: "name", path: "home", active: "in use", model: "model", keys: "keys", sessions: "sessions" },
  noModel: "none set",
  keys: (names: readonly string[]) => (names.length === 0 ? "none" : names.join(", ")),
  bytes: (bytes: number | null) => (bytes === null ? "none" : `${Math.max(1, Math.round(bytes / 1_000))} kB`),
  yes: "yes",
  no: "no",
};
