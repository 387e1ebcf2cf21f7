import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { systemClock } from "../../app/system-clock.ts";
import type { ApprovalRequest, ApprovalVerdict } from "../../domain/approval.ts";
import type { Clock } from "../../domain/clock.ts";
import { textOf } from "../../domain/message.ts";
import { contentOf } from "../../domain/outcome.ts";
import type { ToolContext } from "../../domain/tool.ts";
import { childEnvironment } from "../../safety/child-env.ts";
import { redactSecrets } from "../../safety/redact.ts";
import { FakeClock } from "../../../tests/support/fake-clock.ts";
import { toolContext } from "../../../tests/support/tool-context.ts";
import { createShellState } from "./shell-state.ts";
import { createTerminalTool } from "./terminal.ts";

type Result = Readonly<Record<string, unknown>>;

function terminal(
  changes: { readonly shell?: string; readonly env?: Record<string, string>; readonly clock?: Clock } = {},
) {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), "hermes-terminal-")));
  const env = childEnvironment({ PATH: process.env["PATH"], HOME: cwd, ...changes.env }, []);
  const state = createShellState({ cwd, env });
  const tool = createTerminalTool({
    shell: changes.shell ?? "bash",
    state,
    clock: changes.clock ?? systemClock,
    userHome: cwd,
    spillFolder: join(cwd, "spill"),
    limits: { defaultSeconds: 30, mostSeconds: 600, outputChars: 50_000, spillChars: 20_000_000 },
    redact: redactSecrets,
    onRun: () => undefined,
  });
  const run = async (args: Record<string, unknown>, context: Partial<ToolContext> = {}): Promise<Result> => {
    const preparation = tool.prepare(args);
    if (preparation.kind === "invalid") return { invalid: preparation.problems };
    const content = contentOf(await preparation.call.run(toolContext({ cwd, ...context })));
    return z.record(z.string(), z.unknown()).parse(JSON.parse(textOf(content)));
  };
  return { cwd, state, run, sh: (command: string) => run({ command }) };
}

test("both streams come in the order of writing, with the exit code", async () => {
  const { sh } = terminal();
  expect(await sh("echo one; echo two >&2; echo three")).toEqual({
    output: "one\ntwo\nthree",
    error: null,
    exit_code: 0,
  });
  expect(await sh("echo sad; exit 3")).toEqual({ error: "Exit code 3", output: "sad", exit_code: 3 });
});

test.each(["bash", "sh"])(
  "folder and exported variables carry over in %s, also past exit and a failure",
  async (shell) => {
    const { sh, cwd } = terminal({ shell });
    mkdirSync(join(cwd, "sub"));
    expect(await sh("cd sub; export COLOR='deep blue'; hidden=1; exit 4")).toMatchObject({
      exit_code: 4,
      cwd: join(cwd, "sub"),
    });
    expect(await sh('pwd; echo "$COLOR|$hidden|$#|$1"')).toEqual({
      output: `${cwd}/sub\ndeep blue||0|`,
      error: null,
      exit_code: 0,
    });
    expect(await sh("unset COLOR; cd ..")).toMatchObject({ cwd });
    expect(await sh('echo "[$COLOR]"')).toMatchObject({ output: "[]" });
  },
);

test("an interrupted command changes neither, and its processes are gone", async () => {
  const { cwd, run, sh } = terminal();
  mkdirSync(join(cwd, "sub"));
  const stop = new AbortController();
  const running = run(
    { command: "cd sub; export A=1; echo $$ > ../pid; sleep 60 | sleep 61" },
    { signal: stop.signal },
  );
  await waitFor(() => readFileSync(join(cwd, "pid"), "utf8").trim() !== "");
  stop.abort();
  const interrupted: unknown = expect.stringMatching(/^(.*Terminated.*\n)?\[Command interrupted\]$/); // bash may say so itself
  expect(await running).toEqual({ error: "Interrupted", output: interrupted, exit_code: 130 });
  expect(await sh('pwd; echo "[$A]"')).toMatchObject({ output: `${cwd}\n[]` });
  expect(groupRuns(Number(readFileSync(join(cwd, "pid"), "utf8")))).toBe(false);
});

test("a command over its time limit is ended, even one that does not listen", async () => {
  const clock = new FakeClock();
  const { cwd, run } = terminal({ clock });
  const running = run({
    command: "trap '' TERM; echo begun; echo $$ > pid; while :; do sleep 1; done",
    timeout: 1,
  });
  await waitFor(() => readFileSync(join(cwd, "pid"), "utf8").trim() !== "");
  await clock.advance(1_000); // the limit: it is asked to end
  await clock.advance(2_000); // and then ended
  expect(await running).toEqual({ error: "Stopped after 1 s, its time limit", output: "begun", exit_code: 124 });
  expect(groupRuns(Number(readFileSync(join(cwd, "pid"), "utf8")))).toBe(false);
});

test("standard input is empty, escapes and secrets do not come through", async () => {
  const { sh } = terminal({ env: { OPENAI_API_KEY: "sk-1", MY_TOKEN: "x", PLAIN: "yes" } });
  expect(await sh("read -r line || echo nothing; cat")).toMatchObject({ output: "nothing" });
  expect(await sh("printf '\\033[31mred\\033[0m \\007 AKIAIOSFODNN7EXAMPLE MAX_TOKENS=100\\n'")).toMatchObject({
    output: "red  AKIAIO…MPLE MAX_TOKENS=100",
  });
  expect(await sh('echo "[$OPENAI_API_KEY$MY_TOKEN$PLAIN]"')).toMatchObject({ output: "[yes]" });
  expect(await sh("export DB_PASSWORD=hunter2; env | grep PASSWORD")).toMatchObject({ output: "DB_PASSWORD=***" });
});

test("a secret cut by the end of a chunk is masked all the same", async () => {
  const { sh } = terminal();
  const result = await sh("printf AKIAIOSF; sleep 0.1; printf 'ODNN7EXAMPLE\\n'");
  expect(result).toMatchObject({ output: "AKIAIO…MPLE" });
});

test("long output keeps its head and tail, all of it is in a private file without secrets", async () => {
  const { cwd, sh } = terminal();
  const result = await sh(
    "echo first AKIAIOSFODNN7EXAMPLE; for i in $(seq 1 20000); do echo line number $i of the many; done; echo last",
  );
  const path = join(cwd, "spill", "call.txt");
  const full = readFileSync(path, "utf8");
  expect(result).toMatchObject({
    exit_code: 0,
    truncated: true,
    output_total_chars: full.length,
    full_output_path: path,
  });
  const output = String(result["output"]);
  expect(output.startsWith("first AKIAIO…MPLE\nline number 1 of")).toBe(true);
  expect(output.endsWith("line number 20000 of the many\nlast")).toBe(true);
  expect(output.length).toBeLessThan(50_100);
  expect(full.split("\n")).toHaveLength(20_003);
  expect(full).not.toContain("AKIAIOSFODNN7EXAMPLE");
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test("output without end is stopped by the time limit and bounded in memory", async () => {
  const clock = new FakeClock();
  const { cwd, run } = terminal({ clock });
  const running = run({ command: "yes", timeout: 1 });
  await waitFor(() => statSync(join(cwd, "spill", "call.txt")).size > 1_000_000);
  await clock.advance(1_000);
  const result = await running;
  expect(result).toMatchObject({ exit_code: 124, truncated: true });
  expect(String(result["output"]).length).toBeLessThan(50_100);
});

test("exit codes that are answers are called so, others explained", async () => {
  const { sh } = terminal();
  expect(await sh("echo a | grep b")).toEqual({
    output: "",
    error: null,
    exit_code: 1,
    exit_code_meaning: "No line matched (not an error)",
  });
  expect(await sh("test 1 = 2")).toMatchObject({
    error: null,
    exit_code_meaning: "The condition is false (not an error)",
  });
  expect(await sh("kill -KILL $$")).toMatchObject({
    exit_code: 137,
    exit_code_meaning: "Killed (SIGKILL), likely out of memory",
  });
  expect(await sh("no-such-program")).toMatchObject({ exit_code: 127, exit_code_meaning: "Command not found" });
  expect(await sh("(echo fatal: broken; exit 1) | tail -5")).toMatchObject({
    exit_code: 0,
    hint: containing("last command only"),
  });
});

test("arguments that make no sense are refused and no process starts", async () => {
  const { run, cwd } = terminal();
  const touch = "touch made";
  expect(await run({})).toMatchObject({ invalid: [containing("command: ")] });
  expect(await run({ command: 5 })).toMatchObject({ invalid: [containing("command: ")] });
  expect(await run({ command: "  " })).toEqual({ error: "command is empty." });
  expect(await run({ command: `${touch}\0` })).toEqual({ error: "command holds a NUL character." });
  expect(await run({ command: touch, timeout: 0 })).toEqual({ error: "timeout must be at least 1 second." });
  expect(await run({ command: touch, timeout: 9_999 })).toEqual({ error: "timeout may be 600 seconds at most." });
  expect(await run({ command: touch, workdir: "nowhere" })).toEqual({ error: "workdir is not a folder: nowhere" });
  expect(await run({ command: touch, workdir: "a\nb" })).toEqual({ error: "workdir holds control characters." });
  expect(() => statSync(join(cwd, "made"))).toThrow("ENOENT");
});

test.each([
  "sleep 1 &",
  "nohup sleep 1",
  "setsid sleep 1",
  "npm run dev",
  "npx vite",
  "python3 -m http.server 80",
  "cd x && docker compose up",
  "echo $(uvicorn app:x)",
  "tail -f log",
])("%s would not come back and is refused", async (command) => {
  const { sh } = terminal();
  expect(await sh(command)).toMatchObject({ error: containing("background processes are not available") });
});

test.each([
  'echo "a & b; nohup x"',
  "echo npm run dev",
  "cat <<'E'\nsleep 1 &\nE",
  "echo 1 2>&1",
  "npm run dev --help >/dev/null 2>&1; true",
])("%s only mentions it and runs", async (command) => {
  const { sh } = terminal();
  expect(await sh(command)).toMatchObject({ exit_code: 0 });
});

test("a call's own folder holds for that call only, and is told to whoever approves", async () => {
  const { cwd, run, sh } = terminal();
  const asked: Omit<ApprovalRequest, "callId" | "cwd">[] = [];
  const approve: ToolContext["approve"] = async (request) => {
    asked.push(request);
    return { decision: "allow", by: "test", rule: null };
  };
  mkdirSync(join(cwd, "it's"));
  expect(await run({ command: "pwd", workdir: "it's" }, { approve })).toMatchObject({ output: join(cwd, "it's") });
  expect(await sh("pwd")).toMatchObject({ output: cwd });
  expect(asked).toEqual([{ tool: "terminal", kind: "command", action: `cd '${cwd}/it'\\''s'\npwd` }]);
});

test("a denied command does not run", async () => {
  const { cwd, run } = terminal();
  expect(await run({ command: "touch made" }, { approve: denied })).toEqual({ error: "not allowed" });
  expect(() => statSync(join(cwd, "made"))).toThrow("ENOENT");
});

test("a folder that is gone is named and the session's own folder used", async () => {
  const { cwd, run, sh } = terminal();
  mkdirSync(join(cwd, "gone"));
  await sh("cd gone");
  rmSync(join(cwd, "gone"), { recursive: true });
  expect(await run({ command: "pwd" }, { cwd: join(cwd, "gone") })).toMatchObject({
    output: cwd,
    hint: `The working directory ${cwd}/gone is gone; this ran in ${cwd}.`,
  });
});

test("a process that a script leaves behind does not hold the answer up", async () => {
  const { cwd, sh } = terminal();
  writeFileSync(join(cwd, "start.sh"), "sleep 20 & echo $! > left; echo started");
  const result = await sh("bash start.sh");
  process.kill(Number(readFileSync(join(cwd, "left"), "utf8")), "SIGKILL");
  expect(result).toMatchObject({
    output: "started",
    exit_code: 0,
    hint: "A process it started still runs and holds the output open.",
  });
});

test("a shell that does not exist is an answer", async () => {
  const { sh } = terminal({ shell: "/no/such/shell" });
  expect(await sh("ls")).toEqual({ error: "The command could not be started: spawn /no/such/shell ENOENT" });
});

async function denied(): Promise<ApprovalVerdict> {
  return { decision: "deny", by: "test", rule: "r", reason: "not allowed" };
}

function containing(text: string): unknown {
  return expect.stringContaining(text);
}

/** Whether anything of a process group still runs; what is dead and not yet collected by its parent does not count. */
function groupRuns(group: number): boolean {
  const rows = execFileSync("ps", ["-A", "-o", "pgid=,stat="], { encoding: "utf8" }).trim().split("\n");
  return rows.some((row) => {
    const [id, state = ""] = row.trim().split(/\s+/);
    return Number(id) === group && !state.startsWith("Z");
  });
}

async function waitFor(condition: () => boolean): Promise<void> {
  for (;;) {
    try {
      if (condition()) return;
    } catch {
      // not there yet
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
}
