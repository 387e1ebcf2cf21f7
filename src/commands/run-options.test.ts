import { expect, test } from "vitest";
import { readRunOptions } from "./run-options.ts";

const nothing = {
  prompt: null,
  model: null,
  provider: null,
  toolsets: null,
  skills: [],
  addDirs: [],
  session: { kind: "new" },
  fork: false,
  startIn: null,
  restoreCwd: true,
  images: [],
  system: null,
  appendSystem: null,
  maxTurns: null,
  runBudgetSeconds: null,
  maxCostUsd: null,
  yolo: false,
  allow: [],
  checkpoints: null,
  source: null,
  ephemeral: false,
  passSessionId: false,
  queryFile: null,
  outputFormat: "text",
  inputFormat: "text",
  jsonSchemaFile: null,
  usageFile: null,
  quiet: false,
  verbose: false,
  noColor: false,
  theme: null,
};

test("without flags everything is as configured", () => {
  expect(readRunOptions({ flags: {}, positionals: [] })).toEqual({ kind: "options", options: nothing });
});

test("flags arrive with their meaning: lists split, numbers read, sessions chosen", () => {
  const flags = {
    toolsets: "files, web,,",
    skills: ["a,b", "c"],
    "add-dir": ["../lib"],
    "max-turns": "3",
    "run-budget": "90",
    "max-cost": "1.5",
    resume: "latest",
    exact: true,
    fork: true,
    image: ["a.png"],
    "output-format": "json",
    "no-restore-cwd": true,
  } as const;
  expect(readRunOptions({ flags, positionals: ["hi"] })).toEqual({
    kind: "options",
    options: {
      ...nothing,
      prompt: "hi",
      toolsets: ["files", "web"],
      skills: ["a", "b", "c"],
      addDirs: ["../lib"],
      maxTurns: 3,
      runBudgetSeconds: 90,
      maxCostUsd: 1.5,
      session: { kind: "resume", reference: "latest", exact: true },
      fork: true,
      images: ["a.png"],
      outputFormat: "json",
      restoreCwd: false,
    },
  });
});

test("chat -q asks its query, --continue may go without a title", () => {
  expect(readRunOptions({ flags: { query: "why?", continue: true }, positionals: [] })).toEqual({
    kind: "options",
    options: { ...nothing, prompt: "why?", session: { kind: "continue", title: null } },
  });
});

test.each([
  [{ checkpoints: true }, true],
  [{ "no-checkpoints": true }, false],
] as const)("%o decides about checkpoints", (flags, checkpoints) => {
  expect(readRunOptions({ flags, positionals: [] })).toEqual({ kind: "options", options: { ...nothing, checkpoints } });
});

test.each([
  [{ resume: "a", continue: true }, "--resume and --continue exclude each other"],
  [{ fork: true }, "--fork works only together with --resume or --continue"],
  [{ exact: true, continue: true }, "--exact works only together with --resume"],
  [{ quiet: true, verbose: true }, "--quiet and --verbose exclude each other"],
  [{ checkpoints: true, "no-checkpoints": true }, "--checkpoints and --no-checkpoints exclude each other"],
  [
    { "input-format": "stream-json", "query-file": "-" },
    "--input-format stream-json and --query-file - exclude each other",
  ],
] as const)("%o is refused", (flags, message) => {
  expect(readRunOptions({ flags, positionals: [] })).toEqual({ kind: "problem", message });
});
