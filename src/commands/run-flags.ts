import type { FlagSpec } from "./command.ts";

export const outputFormats = ["text", "json", "stream-json"] as const;
export const inputFormats = ["text", "stream-json"] as const;

/** The flags `run` and `chat` share. */
export const runFlags: readonly FlagSpec[] = [
  { name: "model", short: "m", kind: "value", value: "M", summary: "model for this run" },
  { name: "provider", kind: "value", value: "P", summary: "provider for this run" },
  { name: "toolsets", short: "t", kind: "value", value: "CSV", summary: "tool sets instead of the default ones" },
  { name: "skills", short: "s", kind: "repeatable", value: "CSV", summary: "load these skills with the first prompt" },
  {
    name: "resume",
    short: "r",
    kind: "optional-value",
    value: "REF",
    summary: "go on with a session: id, title, latest",
  },
  {
    name: "continue",
    short: "c",
    kind: "optional-value",
    value: "TITLE",
    summary: "go on with the latest session of this folder, or (=TITLE) with the one of that title",
    yields: true,
  },
  { name: "fork", kind: "boolean", summary: "with --resume or --continue: go on in a copy" },
  { name: "exact", kind: "boolean", summary: "with --resume: this very session, not its successor" },
  { name: "add-dir", kind: "repeatable", value: "DIR", summary: "one more folder whose files may be changed" },
  { name: "in", kind: "value", value: "DIR", summary: "start in this folder" },
  { name: "no-restore-cwd", kind: "boolean", summary: "a resumed session stays in the current folder" },
  { name: "image", kind: "repeatable", value: "PATH", summary: "attach an image" },
  { name: "system", kind: "value", value: "TEXT", summary: "system message of the session" },
  { name: "append-system", kind: "value", value: "TEXT", summary: "system text for this run only, not stored" },
  { name: "max-turns", kind: "value", value: "N", number: "whole", summary: "at most N model calls" },
  {
    name: "run-budget",
    kind: "value",
    value: "SEC",
    number: "decimal",
    summary: "wrap up after this many seconds, between model calls",
  },
  {
    name: "max-cost",
    kind: "value",
    value: "USD",
    number: "decimal",
    summary: "spend at most this much in the session",
  },
  { name: "yolo", kind: "boolean", summary: "run flagged commands without asking" },
  { name: "checkpoints", kind: "boolean", summary: "keep files as they were before each change, for going back" },
  { name: "no-checkpoints", kind: "boolean", summary: "keep no checkpoints" },
  { name: "allow", kind: "repeatable", value: "GLOB", summary: "allow commands like this for this run" },
  { name: "source", kind: "value", value: "TAG", summary: "where the session is said to come from" },
  { name: "ephemeral", kind: "boolean", summary: "store no session" },
  { name: "pass-session-id", kind: "boolean", summary: "tell the model the session id" },
  { name: "query-file", kind: "value", value: "FILE", summary: "read the prompt from a file, - is stdin" },
  { name: "output-format", kind: "value", value: "F", choices: outputFormats, summary: "what stdout carries" },
  { name: "input-format", kind: "value", value: "F", choices: inputFormats, summary: "what stdin carries" },
  { name: "json-schema", kind: "value", value: "FILE", summary: "the answer must be JSON of this schema" },
  { name: "usage-file", kind: "value", value: "PATH", summary: "write a usage report, on failure too" },
  { name: "quiet", short: "Q", kind: "boolean", summary: "nothing but errors on stderr" },
  { name: "verbose", short: "v", kind: "boolean", summary: "more about what happens on stderr" },
  { name: "no-color", kind: "boolean", summary: "no colours" },
  { name: "theme", kind: "value", value: "NAME", summary: "colours of the chat" },
];

/** Accepted before and after any subcommand. */
export const globalFlags: readonly FlagSpec[] = [
  { name: "profile", short: "p", kind: "value", value: "NAME", summary: "use this profile" },
  { name: "strict-config", kind: "boolean", summary: "a warning about the configuration ends the program" },
  { name: "ignore-user-config", kind: "boolean", summary: "built-in defaults instead of config.yaml" },
  { name: "env-file", kind: "value", value: "PATH", summary: "one more file of secrets, which beats the others" },
  { name: "help", short: "h", kind: "boolean", summary: "show this help" },
  { name: "version", kind: "boolean", summary: "show the version" },
  { name: "oneshot", short: "z", kind: "value", value: "PROMPT", summary: "same as run PROMPT", becomes: "run" },
];
