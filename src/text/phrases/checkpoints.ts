/** What people read about checkpoints. */
export const checkpointPhrases = {
  tooSlow: (root: string, seconds: number) =>
    `Keeping a checkpoint of ${root} takes longer than ${seconds} s; this session goes on without checkpoints there.`,
  noGit: "Checkpoints need git, which was not found; this session goes on without them.",
  switchedOff: "checkpoints.enabled is false",
  gitMissing: "checkpoints need git, which was not found",
  failed: (why: string) => `the checkpoint store could not be used: ${why || "git gave no reason"}`,
  unfit: (root: string) => `${root} has no checkpoints: it is a home folder or a whole disk`,
  unknown: (number: number, count: number) =>
    count === 0 ? "there is no checkpoint of this project" : `there is no checkpoint ${number}, the oldest is ${count}`,
  notInside: (file: string) => `${file} did not change since that checkpoint`,
  none: "No checkpoint of this project yet.",
  before: { turn: "before a turn", rollback: "before going back" },
  row: (number: number, age: string, before: string, files: number) =>
    `${String(number).padStart(3)}  ${age.padEnd(9)} ${before}, which changed ${files === 1 ? "1 file" : `${files} files`}`,
  restored: (count: number) => (count === 1 ? "1 file is as it was." : `${count} files are as they were.`),
  wouldRestore: (count: number) => (count === 1 ? "1 file would go back." : `${count} files would go back.`),
  nothing: "Nothing to go back: no file of the agent's differs.",
  conflict: (path: string) => `left alone, changed by you too: ${path} (--all takes it back as well)`,
  kept: (count: number) =>
    count === 1 ? "1 file that only you changed stays." : `${count} files that only you changed stay.`,
  undo: "The state before this is checkpoint 1.",
  status: (bytes: number, limitMb: number, projects: number) =>
    `${(bytes / 1_048_576).toFixed(1)} of ${limitMb} MB, ${projects === 1 ? "1 project" : `${projects} projects`}`,
  project: (root: string, count: number, age: string) => `${count} of ${root}, the newest ${age}`,
  pruned: (count: number) => (count === 1 ? "1 checkpoint removed." : `${count} checkpoints removed.`),
  cleared: "Removed.",
  confirmClear: "this removes checkpoints for good; say so with --yes",
  askClear: "Remove these checkpoints for good? [y/N] ",
  keptAll: "Nothing was removed.",
  badNumber: (text: string) => `${text} is no number of a checkpoint; hermes checkpoints list shows them`,
};
