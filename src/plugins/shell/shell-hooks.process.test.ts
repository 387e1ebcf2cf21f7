import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { systemClock } from "../../app/system-clock.ts";
import { noLog } from "../../domain/log.ts";
import { consentBook } from "../consents.ts";
import { createHookRunner } from "../hooks/hook-runner.ts";
import { pluginToolHooks } from "../hooks/tool-hooks.ts";
import { unwatched } from "../watch.ts";
import { filesIn } from "./hook-consent.ts";
import { shellCallbacks, type ShellHookParts } from "./shell-callbacks.ts";
import { readShellHooks } from "./shell-hook.ts";

function place(more: Partial<ShellHookParts> = {}): ShellHookParts {
  const cwd = mkdtempSync(join(tmpdir(), "hermes-hooks-"));
  const env = { PATH: process.env["PATH"], HOME: cwd, OPENAI_API_KEY: "sk-none-of-yours", MY_TOKEN: "t" };
  return { cwd, env, consents: consentBook(cwd), acceptsAll: true, secret: () => undefined, ask: null, ...more };
}

function script(cwd: string, text: string): void {
  writeFileSync(join(cwd, "hook.sh"), `#!/bin/sh\n${text}\n`);
  chmodSync(join(cwd, "hook.sh"), 0o755);
}

async function verdict(entry: Record<string, unknown>, parts: ShellHookParts, event = "pre_tool_call") {
  const { hooks, problems } = readShellHooks({ [event]: [{ command: "./hook.sh", ...entry }] });
  expect(problems).toEqual([]);
  const { callbacks, warnings } = await shellCallbacks(hooks, parts);
  const deps = { clock: systemClock, log: noLog, watch: unwatched, notice: () => undefined };
  const runner = createHookRunner(() => callbacks, { ...deps, later: setImmediate });
  const { signal } = new AbortController();
  const call = { callId: "c", tool: "terminal", args: { command: "ls" }, sessionId: "s", turnId: "t", taskId: "k" };
  return { said: await pluginToolHooks(runner, "cli").preToolCall?.({ ...call, signal }), warnings };
}

test("a command is told the call as JSON, and exit code 2 blocks with what it wrote to stderr", async () => {
  const parts = place();
  script(parts.cwd, 'cat > seen.json; echo "not today" >&2; exit 2');
  expect((await verdict({}, parts)).said).toEqual({ kind: "block", message: "not today" });
  expect(JSON.parse(readFileSync(join(parts.cwd, "seen.json"), "utf8"))).toEqual({
    hook_event_name: "pre_tool_call",
    tool_name: "terminal",
    tool_input: { command: "ls" },
    session_id: "s",
    cwd: parts.cwd,
    extra: { turn_id: "t", platform: "cli", call_id: "c", task_id: "k" },
  });
});

test.each([
  ['{"action":"block","message":"no"}', { kind: "block", message: "no" }],
  ['{"decision":"block","reason":"no"}', { kind: "block", message: "no" }],
  [
    '{"hookSpecificOutput":{"permissionDecision":"deny","permissionDecisionReason":"no"}}',
    { kind: "block", message: "no" },
  ],
  [
    '{"hookSpecificOutput":{"permissionDecision":"ask","permissionDecisionReason":"sure?"}}',
    { kind: "approve", message: "sure?", rule: "plugin" },
  ],
  ['{"decision":"approve"}', null],
  ['{"tool_input":{"command":"ls -a"}}', { kind: "rewrite", args: { command: "ls -a" } }],
  ["words", null],
  ["", null],
])("it answers %s", async (out, said) => {
  const parts = place();
  script(parts.cwd, `cat >/dev/null; printf '%s' '${out}'`);
  expect((await verdict({}, parts)).said).toEqual(said);
});

test("another exit code or too long a wait is no opinion, or a block where the hook guards", async () => {
  const parts = place();
  script(parts.cwd, "exit 7");
  expect((await verdict({}, parts)).said).toBeNull();
  expect((await verdict({ fail_closed: true }, parts)).said).toMatchObject({ kind: "block" });
  script(parts.cwd, "sleep 60");
  expect((await verdict({ timeout: 0.2 }, parts)).said).toBeNull();
  expect((await verdict({ timeout: 0.2, fail_closed: true }, parts)).said).toEqual({
    kind: "block",
    message:
      "Shell hook `./hook.sh` guards this call and could not answer (pre_tool_call: no answer within 0.2 s), so the call is blocked",
  });
});

test("it hears only of the tools its matcher names", async () => {
  const parts = place();
  script(parts.cwd, "exit 2");
  expect((await verdict({ matcher: "read_file|patch" }, parts)).said).toBeNull();
  expect((await verdict({ matcher: "term.*" }, parts)).said).toMatchObject({ kind: "block" });
});

test("it sees no secrets but those its entry lists", async () => {
  const parts = place();
  script(parts.cwd, 'echo "[$OPENAI_API_KEY][$MY_TOKEN]" >&2; exit 2');
  expect((await verdict({}, parts)).said).toEqual({ kind: "block", message: "[][]" });
  expect((await verdict({ env: ["MY_TOKEN"] }, parts)).said).toEqual({ kind: "block", message: "[][t]" });
});

test("[SF-P5] an edited script is asked about again; without a person it does not run", async () => {
  const asked: string[] = [];
  const parts = place({ acceptsAll: false });
  const yes: ShellHookParts = { ...parts, ask: async (question) => asked.push(question) > 0 };
  script(parts.cwd, "exit 2");
  expect(await verdict({}, parts)).toEqual({
    said: null,
    warnings: [
      "The shell hook for pre_tool_call was not run, nobody has agreed to it: ./hook.sh (see `hermes hooks trust`)",
    ],
  });
  expect((await verdict({}, yes)).said).toMatchObject({ kind: "block" });
  expect((await verdict({}, yes)).said).toMatchObject({ kind: "block" });
  expect(asked).toHaveLength(1);
  script(parts.cwd, "echo edited >&2; exit 2");
  expect((await verdict({}, parts)).said).toBeNull();
  expect(asked).toHaveLength(1);
  expect((await verdict({}, yes)).said).toEqual({ kind: "block", message: "edited" });
  expect(asked).toHaveLength(2);
});

test("a guard nobody has agreed to blocks", async () => {
  const parts = place({ acceptsAll: false });
  script(parts.cwd, "exit 0");
  const { said } = await verdict({ fail_closed: true }, parts);
  expect(said?.kind === "block" ? said.message : "").toContain("hermes hooks trust");
});

test("the files of a command are found behind quotes, variables and ~, what it writes is not", () => {
  const { cwd, env } = place();
  for (const name of ["a.sh", "b.py", "c.txt", "log.txt"]) writeFileSync(join(cwd, name), name);
  const found = filesIn(`bash -c 'source ~/a.sh; python3 "$HOME/b.py" --in=c.txt' >> log.txt`, { cwd, env });
  expect(found).toEqual([join(cwd, "a.sh"), join(cwd, "b.py"), join(cwd, "c.txt")]);
});

test("what is wrong with an entry is said in one line, and the others count", () => {
  const read = readShellHooks({
    nonsense: ["x"],
    PreToolUse: ["./a.sh", { command: "b", timeout: 900 }, { command: "c", matcher: "(" }],
  });
  expect(read.hooks.map(({ event, command }) => [event, command])).toEqual([["pre_tool_call", "./a.sh"]]);
  expect(read.problems).toEqual([
    'hooks.nonsense: there is no hook called "nonsense"',
    expect.stringMatching(/^hooks\.PreToolUse: timeout: /),
    'hooks.PreToolUse: matcher: "(" is no regular expression',
  ]);
});
