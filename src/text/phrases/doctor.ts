const titles: Readonly<Record<string, string>> = {
  node: "Node.js",
  sqlite: "SQLite",
  config: "config",
  credentials: "credentials",
  home: "home",
  database: "database",
  skills: "skills",
  pty: "terminal",
  locks: "locks",
  disk: "disk",
  ripgrep: "ripgrep",
  git: "git",
  checkpoints: "checkpoints",
  backend: "commands",
  model: "model",
};

/** What `hermes doctor` finds. */
export const doctorPhrases = {
  title: titles,
  status: { ok: "ok", warning: "warning", failed: "FAILED", fixed: "fixed" },
  summary: (failures: number) => {
    if (failures === 0) return "Everything needed is there.";
    return failures === 1 ? "One check failed." : `${failures} checks failed.`;
  },
  oldNode: (found: string, needed: string) => `${found} is too old, install ${needed} or newer`,
  sqlite: (version: string) => `${version} with full-text search`,
  noFullText: (version: string) => `${version} lacks full-text search (FTS5), install the official Node.js`,
  configUnreadable: (file: string, problems: readonly string[]) =>
    `${problems.join("; ")} Nothing in ${file} is changed here: repair it with hermes config edit`,
  configProblems: (file: string, problems: readonly string[]) => `${file}: ${problems.join("; ")}`,
  runtime: (model: string, provider: string, credential: string | null) =>
    `${model} at ${provider}, ${credential === null ? "no key needed" : `key from ${credential}`}`,
  noHome: (path: string) => `${path} does not exist yet; it is made when first needed, or now with --fix`,
  homeIsNoFolder: (path: string) => `${path} is not a folder`,
  tooOpen: (paths: readonly string[]) => `others can read ${paths.join(", ")}; --fix closes them`,
  missingFolders: (home: string, names: readonly string[]) =>
    `${home} lacks ${names.join(", ")}; they are made when first needed, or now with --fix`,
  madeFolder: (path: string) => `made ${path}`,
  narrowed: (path: string, mode: number) => `set the mode of ${path} to ${mode.toString(8)}`,
  noLocks: "none left behind",
  staleLocks: (paths: readonly string[]) =>
    `left behind by processes that are gone: ${paths.join(", ")}; --fix removes them`,
  removedLock: (path: string) => `removed ${path}`,
  staleIndex: (path: string) => `${path}: the search index is damaged, the messages are not; --fix builds it anew`,
  rebuilt: (messages: number) => `built the search index anew from ${messages} messages`,
  backend: (name: string) => `run in ${name}`,
  backendDown: (name: string, why: string) => `${name} does not work: ${why}`,
  noWalls: (why: string) => `run without walls: ${why}; see SECURITY.md`,
  ptyWorks: "pseudo terminals work",
  noPty: (why: string) => `no pseudo terminal: ${why}; commands that need one will fail`,
  noDatabase: "no session stored yet",
  damaged: (path: string, problems: readonly string[]) => `${path}: ${problems.join("; ")}; try hermes sessions repair`,
  skillsSound: "all readable",
  skillProblems: (problems: readonly string[]) => problems.join("; "),
  free: (megabytes: number) => `${megabytes} MB free`,
  noRipgrep: "not found, searching files will be slower",
  noGit: "not found, install it to work with repositories and for checkpoints",
  checkpointsOn: "kept before each change",
  checkpointsOff: (why: string) => `off: ${why}`,
  answered: (tookMs: number) => `answered after ${Math.round(tookMs)} ms`,
};
