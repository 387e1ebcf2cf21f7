const listOf = (names: readonly string[]): string => (names.length === 0 ? "none" : names.join(", "));
const meant = (suggestion: string | null): string => (suggestion === null ? "" : `; did you mean ${suggestion}?`);

export const configPhrases = {
  unknownProfile: (name: string, source: string, profiles: readonly string[]) =>
    `There is no profile "${name}" (from ${source}). Profiles: ${listOf(profiles)}.`,
  badProfileName: (name: string, source: string) =>
    `"${name}" (from ${source}) is no profile name: use lower-case letters, digits, - and _, at most 64.`,
  homeNotAFolder: (path: string) => `The home ${path} is not a folder. Move it away or set HERMES_HOME.`,
  homeUnwritable: (path: string, reason: string) => `The home ${path} cannot be prepared: ${reason}.`,
  openSecrets: (paths: readonly string[]) =>
    `Others can read ${paths.join(" and ")}. Fix it with: chmod 600 ${paths.join(" ")}`,

  badValue: (name: string, given: string, allowed: string, used: string) =>
    `${name} is ${given}; allowed: ${allowed}. Using ${used}.`,
  droppedValue: (name: string, given: string, allowed: string) => `${name} is ${given}; allowed: ${allowed}. Ignored.`,
  adjustedValue: (name: string, given: string, used: string) => `${name} is ${given}, out of range. Using ${used}.`,
  unknownKey: (key: string, suggestion: string | null) => `Unknown key ${key}${meant(suggestion)}`,
  moreWarnings: (count: number) => `and ${count} more; see hermes config schema.`,
  unsetVariable: (variable: string, key: string) =>
    `\${${variable}} in ${key} is not set; the text is kept as it stands.`,
  brokenConfig: (path: string, line: number | null, reason: string) =>
    `${path}${line === null ? "" : `, line ${line}`}: ${reason}. The file is left as it is and the defaults are used.`,
  notText: "not a UTF-8 text file",
  notAMap: "the top level must be a map of keys and values",
  tooComplex: "nested too deeply, or an alias that contains itself",
  repeatedKey: "the same key stands here a second time",
  notAFile: "not a regular file",
  tooLong: (limit: number) => `longer than ${limit} bytes`,
  unreadable: (code: string) => `cannot be read (${code})`,
  corruptCopy: (path: string) => `A copy of the broken file is in ${path}.`,
  corruptCopyFailed: (code: string) => `No copy of the broken file could be made (${code}).`,
  strictRefusal: "Refused by --strict-config:",

  envFileUnreadable: (path: string, reason: string) => `${path}: ${reason}. It is not used.`,
  envFileMissing: (path: string) => `There is no env file ${path}.`,
  envLinesSkipped: (path: string, [first, ...others]: readonly number[]) =>
    `${path}, line ${first}${others.length === 0 ? "" : ` and ${others.length} more`}: not NAME=value, skipped.`,
  credentialCleaned: (name: string) =>
    `${name} held characters no credential has (a copy-and-paste accident); they were removed.`,
  envNameRefused: (name: string) =>
    `${name} steers other programs or this one and cannot be stored here; set it in your shell.`,
  envNameInvalid: (name: string) => `"${name}" is no variable name.`,
  envValueEmpty: (name: string) => `Nothing is left of the value for ${name}; nothing was written.`,

  emptySegment: (key: string) => `"${key}" is no key: names joined by single dots are, such as agent.max_turns.`,
  isSection: (key: string) => `${key} is a section; set one of its keys, or replace it whole with --force.`,
  isNoSection: (key: string, above: string) => `${key} cannot be set: ${above} holds a single value. Use --force.`,
  isNoList: (key: string) => `${key} is not a list in config.yaml; nothing was changed`,
  insideList: (key: string, above: string) => `${key} cannot be set: ${above} is a list; set the list as a whole.`,
  throughAlias: (key: string) => `${key} cannot be changed: it lies behind a YAML alias; edit the file by hand.`,
  refusedWhileBroken: (path: string, reason: string) => `${path} is broken (${reason}); repair it first.`,
  cannotWrite: (path: string, reason: string) => `${path} cannot be written: ${reason}.`,
  stored: (key: string, value: string, path: string) => `${key} = ${value} (${path})`,
  removed: (key: string, path: string) => `${key} removed from ${path}`,
  notSet: (key: string) => `${key} is not set.`,
  notValid: (key: string, given: string, allowed: string) => `${key} cannot be ${given}; allowed: ${allowed}.`,
  revealNeedsTty: "--reveal works only on a terminal.",

  usage: (line: string) => `Usage: hermes config ${line}`,
  allDefaults: "Everything is at its default.",
  pathLine: (label: string, path: string, exists: boolean) => `${label}: ${path}${exists ? "" : " (not there)"}`,
  secretsHeld: (names: readonly string[]) => `Names in .env: ${names.join(", ")}`,
  clean: "No findings.",
  missingCredential: (key: string, variable: string) =>
    `${key} names ${variable}, which is not set: hermes config set ${variable} <value>`,
  deprecated: (old: string, current: string) => `${old} is now ${current}: run hermes config migrate`,
  noEditor: "No editor: set VISUAL or EDITOR.",
  editorFailed: (editor: string, ending: string) => `${editor} ended with ${ending}.`,
  migrationNotNeeded: "Nothing to migrate.",
  newerConfig: (version: number) => `The file says version ${version}, newer than this program knows. Left as it is.`,
  migrated: (path: string, backup: string) => `${path} was migrated; the old file is ${backup}.`,
  wouldMigrate: "Dry run: nothing was written.",
} as const;
