import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import type { ApprovalRequest, ApprovalVerdict } from "../../domain/approval.ts";
import { textOf } from "../../domain/message.ts";
import type { ToolContext } from "../../domain/tool.ts";
import { FakeClock } from "../../../tests/support/fake-clock.ts";
import { shellWorld, waitUntil } from "../../../tests/support/shell-world.ts";
import { toolContext } from "../../../tests/support/tool-context.ts";
import { dispatch } from "../dispatch.ts";
import { createRegistry } from "../registry.ts";

test("both streams come in the order of writing, with the exit code", async () => {
  const { sh } = shellWorld();
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
    const { sh, cwd } = shellWorld({ shell });
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

test("a PATH without programs holds for the commands, not for the shell that runs them", async () => {
  const { sh, background, proc } = shellWorld();
  await sh('export PATH="/nonexistent/it\'s"');
  const complaint: unknown = expect.stringMatching(
    /^\/nonexistent\/it's\n.*ls:.* (No such file or directory|not found)$/,
  );
  expect(await sh('echo "$PATH"; ls')).toMatchObject({ output: complaint, exit_code: 127 });
  const id = await background('echo "$PATH"');
  expect(await proc({ action: "wait", session_id: id })).toMatchObject({ output: "/nonexistent/it's" });
  await sh("unset PATH");
  expect(await sh('echo "[${PATH-unset}]"')).toMatchObject({ output: "[unset]" });
  await sh("export PATH=/usr/bin:/bin");
  expect(await sh("ls -d /")).toMatchObject({ output: "/" });
});

test.each(["bash", "sh"])("an exported value that is no text keeps its bytes in %s", async (shell) => {
  const { sh } = shellWorld({ shell });
  await sh(`export ODD="$(printf 'a\\377\\303(\\n_')"`);
  const octets = `printf %s "$ODD" | od -An -tx1`;
  expect(await sh(octets)).toMatchObject({ output: " 61 ff c3 28 0a 5f" });
  expect(await sh(octets)).toMatchObject({ output: " 61 ff c3 28 0a 5f" });
});

test("a command that forbids unset variables leaves its folder behind like any other", async () => {
  const { sh, cwd } = shellWorld();
  mkdirSync(join(cwd, "sub"));
  expect(await sh("set -u; cd sub; echo in")).toEqual({
    output: "in",
    error: null,
    exit_code: 0,
    cwd: join(cwd, "sub"),
  });
  const complaint: unknown = expect.stringMatching(/^[^\n]*NOT_SET: unbound variable$/);
  expect(await sh("set -u; echo $NOT_SET")).toMatchObject({ output: complaint });
});

test("[SF-T17] a folder entered is where the next command starts; an interrupted command changes nothing", async () => {
  const { cwd, run, sh } = shellWorld();
  mkdirSync(join(cwd, "sub", "x"), { recursive: true });
  await sh("cd sub");
  expect(await sh("pwd")).toMatchObject({ output: join(cwd, "sub") });
  const stop = new AbortController();
  const running = run(
    { command: "cd x && export A=1 && echo $$ > ../../pid && sleep 60 | sleep 61" },
    { signal: stop.signal },
  );
  await waitUntil(() => readFileSync(join(cwd, "pid"), "utf8").trim() !== "");
  stop.abort();
  const interrupted: unknown = expect.stringMatching(/^(.*Terminated.*\n)?\[Command interrupted\]$/); // bash may say so itself
  expect(await running).toEqual({ error: "Interrupted", output: interrupted, exit_code: 130 });
  expect(await sh('pwd; echo "[$A]"')).toMatchObject({ output: `${cwd}/sub\n[]` });
  expect(groupRuns(Number(readFileSync(join(cwd, "pid"), "utf8")))).toBe(false);
});

test("a command over its time limit is ended, even one that does not listen", async () => {
  const clock = new FakeClock();
  const { cwd, run } = shellWorld({ clock });
  const running = run({
    command: "trap '' TERM; echo begun; echo $$ > pid; while :; do sleep 1; done",
    timeout: 1,
  });
  await waitUntil(() => readFileSync(join(cwd, "pid"), "utf8").trim() !== "");
  await clock.advance(1_000); // the limit: it is asked to end
  await clock.advance(2_000); // and then ended
  expect(await running).toEqual({ error: "Stopped after 1 s, its time limit", output: "begun", exit_code: 124 });
  expect(groupRuns(Number(readFileSync(join(cwd, "pid"), "utf8")))).toBe(false);
});

test("standard input is empty, escapes and secrets do not come through", async () => {
  const { sh } = shellWorld({ env: { OPENAI_API_KEY: "sk-1", MY_TOKEN: "x", PLAIN: "yes" } });
  expect(await sh("read -r line || echo nothing; cat")).toMatchObject({ output: "nothing" });
  expect(await sh("printf '\\033[31mred\\033[0m \\007 AKIAIOSFODNN7EXAMPLE MAX_TOKENS=100\\n'")).toMatchObject({
    output: "red  AKIAIO…MPLE MAX_TOKENS=100",
  });
  expect(await sh('echo "[$OPENAI_API_KEY$MY_TOKEN$PLAIN]"')).toMatchObject({ output: "[yes]" });
  expect(await sh("export DB_PASSWORD=hunter2; env | grep PASSWORD")).toMatchObject({ output: "DB_PASSWORD=***" });
});

test("a secret cut by the end of a chunk is masked all the same", async () => {
  const { sh } = shellWorld();
  const result = await sh("printf AKIAIOSF; sleep 0.1; printf 'ODNN7EXAMPLE\\n'");
  expect(result).toMatchObject({ output: "AKIAIO…MPLE" });
});

test("[SF-T16] of a megabyte head and tail are shown; all of it is in a private file without secrets", async () => {
  const { cwd, sh } = shellWorld();
  const result = await sh(
    "echo first AKIAIOSFODNN7EXAMPLE; for i in $(seq 1 40000); do echo line number $i of the many; done; echo last",
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
  expect(output.endsWith("line number 40000 of the many\nlast")).toBe(true);
  expect(output.length).toBeLessThan(50_100);
  expect(full.split("\n")).toHaveLength(40_003);
  expect(full.length).toBeGreaterThan(1_048_576);
  expect(output.indexOf("characters left out")).toBeCloseTo(20_000, -2); // 40 % in front, 60 % behind
  expect(full).not.toContain("AKIAIOSFODNN7EXAMPLE");
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test("output without end is stopped by the time limit and bounded in memory", async () => {
  const clock = new FakeClock();
  const { cwd, run } = shellWorld({ clock });
  const running = run({ command: "yes", timeout: 1 });
  await waitUntil(() => statSync(join(cwd, "spill", "call.txt")).size > 1_000_000);
  await clock.advance(1_000);
  const result = await running;
  expect(result).toMatchObject({ exit_code: 124, truncated: true });
  expect(String(result["output"]).length).toBeLessThan(50_100);
});

test("exit codes that are answers are called so, others explained", async () => {
  const { sh } = shellWorld();
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
  expect(await sh("kill -FPE $$")).toMatchObject({ exit_code: 136, exit_code_meaning: "Arithmetic error (SIGFPE)" });
  expect(await sh("timeout 0.01 sleep 5")).toMatchObject({ exit_code_meaning: "timeout ended the command" });
  expect(await sh("$(type -P diff) <(echo a) <(echo b) >/dev/null")).toMatchObject({ exit_code: 1 });
  expect(await sh("true && [[ -f nowhere ]]")).toMatchObject({
    error: null,
    exit_code_meaning: "The condition is false (not an error)",
  });
  expect(await sh("/bin/grep a /dev/null")).toMatchObject({ exit_code_meaning: "No line matched (not an error)" });
  expect(await sh("no-such-program")).toMatchObject({ exit_code: 127, exit_code_meaning: "Command not found" });
  expect(await sh("(echo fatal: broken; exit 1) | tail -5")).toMatchObject({
    exit_code: 0,
    hint: containing("last command only"),
  });
});

test("[SF-T15] arguments that make no sense are refused and no process starts", async () => {
  const { run, cwd } = shellWorld();
  const touch = "touch made";
  expect(await run({})).toMatchObject({ invalid: [containing("command: ")] });
  expect(await run({ command: 5 })).toMatchObject({ invalid: [containing("command: ")] });
  expect(await run({ command: "  " })).toEqual({ error: "command is empty." });
  expect(await run({ command: `${touch}\0` })).toEqual({ error: "command holds a NUL character." });
  expect(await run({ command: touch, timeout: 0 })).toEqual({ error: "timeout must be at least 1 second." });
  expect(await run({ command: touch, timeout: 9_999 })).toEqual({
    error: "timeout may be 600 seconds at most; for longer work set background=true.",
  });
  expect(await run({ command: touch, workdir: "nowhere" })).toEqual({ error: "workdir is not a folder: nowhere" });
  expect(await run({ command: touch, workdir: "a\nb" })).toEqual({ error: "workdir holds control characters." });
  expect(() => statSync(join(cwd, "made"))).toThrow("ENOENT");
});

test("a result that goes to a file itself leaves the output's file alone", async () => {
  const { terminal, cwd, deps } = shellWorld();
  const limits = { resultChars: 8_000, previewChars: 1_500, spillFolder: deps.spillFolder };
  const raw = { id: "call", name: "terminal", arguments: JSON.stringify({ command: "seq 20000" }) };
  const rules = { limits, redact: (text: string) => text, installation: "" };
  const { content } = await dispatch(createRegistry([terminal]), raw, toolContext({ cwd }), rules);
  const [, stored = ""] = /All of it is in (.*)/.exec(textOf(content)) ?? [];
  const Result = z.object({ full_output_path: z.string() });
  const { full_output_path: full } = Result.parse(JSON.parse(readFileSync(stored, "utf8")));
  expect(full).not.toBe(stored);
  expect(readFileSync(full, "utf8")).toMatch(/^1\n2\n[^]*\n19999\n20000\n$/);
});

test("a program that was sent here is told where it belongs", async () => {
  const { run } = shellWorld();
  const problem = "command: missing; a program in `code` is for execute_code, a shell command goes into `command`";
  expect(await run({ command: null, code: "print(1)" })).toEqual({ invalid: [problem] });
  expect(await run({ code: "print(1)" })).toEqual({ invalid: [problem] });
});

const allowedBy = (by: string): Partial<ToolContext> => ({
  approve: async () => ({ decision: "allow", by, rule: "some rule" }),
});

test("a yes of the person is told beside the result, one of the rules is not", async () => {
  const { run } = shellWorld();
  const result = { output: "hi", error: null, exit_code: 0 };
  expect(await run({ command: "echo hi" }, allowedBy("user"))).toEqual({
    ...result,
    approval: "The user was asked and allowed it.",
  });
  expect(await run({ command: "echo hi" }, allowedBy("rules"))).toEqual(result);
});

const refusal = (problem: string, command: string): string =>
  `Refused: ${problem}, so this call would not come back. Use terminal(command="${command}", background=true), then process with its session_id; with notify_on_complete=true you hear of its end.`;

test("[SF-T18] what would not come back is refused with the form that does; quoted text runs", async () => {
  const { sh } = shellWorld();
  expect(await sh("npm run dev")).toEqual({ error: refusal("`npm run dev` does not end by itself", "npm run dev") });
  expect(await sh("sleep 1 &")).toEqual({ error: refusal("`&` starts a background process", "sleep 1") });
  expect(await sh("nohup make all &")).toMatchObject({ error: containing('command="make all"') });
  expect(await sh("setsid -f make all")).toMatchObject({ error: containing('command="make all"') });
  await sh("git init -q . && git config user.email a@b.c && git config user.name n");
  expect(await sh('git commit --allow-empty -qm "a & b" && git log --format=%s')).toMatchObject({ output: "a & b" });
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
  "tail -n 5 -f log",
  "docker compose -f a.yml up",
  "npm --prefix web run dev",
  "pnpm --filter web dev",
  "flask run -h 0.0.0.0",
  "flask --app x run",
  "yarn vite",
])("%s would not come back and is refused", async (command) => {
  const { sh } = shellWorld();
  expect(await sh(command)).toMatchObject({ error: containing("background=true)") });
});

test.each([
  'echo "a & b; nohup x"',
  "echo npm run dev",
  "cat <<'E'\nsleep 1 &\nE",
  "echo 1 2>&1",
  "npm run dev --help >/dev/null 2>&1; true",
  "nohup --version",
  "setsid --help",
  "docker compose -f a.yml up -d >/dev/null 2>&1; true",
  "uvicorn -h >/dev/null 2>&1; true",
])("%s only mentions it and runs", async (command) => {
  const { sh } = shellWorld();
  expect(await sh(command)).toMatchObject({ exit_code: 0 });
});

test("a call's own folder holds for that call only, and is told to whoever approves", async () => {
  const { cwd, run, sh } = shellWorld();
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
  const { cwd, run } = shellWorld();
  expect(await run({ command: "touch made" }, { approve: denied })).toEqual({ error: "not allowed" });
  expect(() => statSync(join(cwd, "made"))).toThrow("ENOENT");
});

test("a folder that is gone is named and the session's own folder used", async () => {
  const { cwd, run, sh } = shellWorld();
  mkdirSync(join(cwd, "gone"));
  await sh("cd gone");
  rmSync(join(cwd, "gone"), { recursive: true });
  expect(await run({ command: "pwd" }, { cwd: join(cwd, "gone") })).toMatchObject({
    output: cwd,
    hint: `The working directory ${cwd}/gone is gone; this ran in ${cwd}.`,
  });
});

test("a process that a script leaves behind does not hold the answer up", async () => {
  const { cwd, sh } = shellWorld();
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
  const { sh } = shellWorld({ shell: "/no/such/shell" });
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
