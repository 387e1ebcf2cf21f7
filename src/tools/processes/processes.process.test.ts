import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { z } from "zod";
import { systemClock } from "../../app/system-clock.ts";
import { identityOf, isAlive } from "../../disk/process-identity.ts";
import type { ApprovalRequest } from "../../domain/approval.ts";
import { noLog } from "../../domain/log.ts";
import type { ShellBackend } from "../../domain/shell-backend.ts";
import { FakeClock } from "../../../tests/support/fake-clock.ts";
import { containing, matching } from "../../../tests/support/matching.ts";
import { shellWorld, waitUntil } from "../../../tests/support/shell-world.ts";
import { createLocalBackend } from "../backends/local-backend.ts";
import { openProcessRecords } from "./process-records.ts";

const worlds: ReturnType<typeof shellWorld>[] = [];

function world(changes: Parameters<typeof shellWorld>[0] = {}) {
  const made = shellWorld(changes);
  worlds.push(made);
  return made;
}

afterEach(async () => {
  for (const made of worlds.splice(0)) await made.close();
});

const aNumber: unknown = expect.any(Number);
const forever = "while :; do sleep 0.05; done";

test("a process is started, polled, waited for and listed", async () => {
  const { run, proc, cwd } = world();
  const started = await run({ command: "until [ -e go ]; do sleep 0.02; done; echo done; exit 3", background: true });
  expect(started).toEqual({ session_id: matching(/^proc_[0-9a-f]{12}$/), pid: aNumber });
  const id = String(started["session_id"]);
  expect(await proc({ action: "poll", session_id: id.slice(0, 9) })).toMatchObject({ status: "running", output: "" });
  writeFileSync(join(cwd, "go"), "");
  expect(await proc({ action: "wait", session_id: id })).toEqual({
    session_id: id,
    command: "until [ -e go ]; do sleep 0.02; done; echo done; exit 3",
    pid: started["pid"],
    status: "exited",
    exit_code: 3,
    seconds: aNumber,
    output: "done",
  });
  expect(await proc({ action: "list" })).toMatchObject({ processes: [{ session_id: id, status: "exited", cwd }] });
});

test("[SF-T20] what makes no sense is said so: no id, a wrong one, writing after the end, a wait backwards", async () => {
  const { background, proc } = world();
  const id = await background("printf 'first\\nsecond\\nthird\\n'");
  await proc({ action: "wait", session_id: id });
  expect(await proc({ action: "poll" })).toEqual({ error: "poll needs session_id." });
  expect(await proc({ action: "poll", session_id: "proc_x" })).toEqual({
    error: "No process proc_x.",
    status: "not_found",
  });
  for (const action of ["write", "submit", "close"]) {
    expect(await proc({ action, session_id: id, data: "x" })).toMatchObject({ status: "already_exited", exit_code: 0 });
  }
  expect(await proc({ action: "wait", session_id: id, timeout: -1 })).toEqual({
    error: "timeout must be at least 1 second.",
  });
  expect(await proc({ action: "log", session_id: id, offset: 0, limit: 2 })).toMatchObject({
    output: "first\nsecond",
    offset: 0,
    lines: 2,
    total_lines: 3,
  });
  expect(await proc({ action: "log", session_id: id, limit: 1 })).toMatchObject({ output: "third", offset: 2 });
  expect(await proc({ action: "log", session_id: id, offset: -1 })).toEqual({ error: "offset must be 0 or more." });
  expect(await proc({ action: "dance", session_id: id })).toMatchObject({ invalid: [expect.any(String)] });
});

test("killing reaches grandchildren that do not listen, and a second time changes nothing", async () => {
  const { background, proc, cwd } = world();
  const id = await background(
    "trap '' TERM; (trap '' TERM; (trap '' TERM; echo $BASHPID > inner; sleep 300) & wait) & wait",
  );
  await waitUntil(() => readFileSync(join(cwd, "inner"), "utf8").endsWith("\n"));
  const { pid: inner, startTime } = identityOf(Number(readFileSync(join(cwd, "inner"), "utf8")));
  expect(await proc({ action: "kill", session_id: id })).toMatchObject({ status: "killed", exit_code: 137 });
  await waitUntil(() => !isAlive(inner, startTime));
  expect(await proc({ action: "kill", session_id: id })).toMatchObject({ status: "already_exited", exit_code: 137 });
});

test("a wait that is too long is cut and no error; an interrupt ends the wait and not the process", async () => {
  const clock = new FakeClock();
  const { background, proc } = world({ clock });
  const id = await background("read -r line");
  expect(await clock.runUntil(proc({ action: "wait", session_id: id, timeout: 9_999 }))).toMatchObject({
    status: "timeout",
    note: "timeout was cut to 180 s, the most one call may wait. Still running after 180 s; not an error.",
  });
  const stop = new AbortController();
  const waiting = proc({ action: "wait", session_id: id }, { signal: stop.signal });
  stop.abort();
  expect(await waiting).toMatchObject({ status: "interrupted" });
  expect(await proc({ action: "submit", session_id: id, data: "x" })).toMatchObject({ status: "sent" });
  expect(await proc({ action: "wait", session_id: id })).toMatchObject({ status: "exited", exit_code: 0 });
});

test("input is written raw or as a line, and can be ended", async () => {
  const { background, proc } = world();
  const id = await background("cat; echo over");
  expect(await proc({ action: "write", session_id: id, data: "half " })).toMatchObject({ status: "sent", chars: 5 });
  await proc({ action: "submit", session_id: id, data: "line" });
  expect(await proc({ action: "close", session_id: id })).toEqual({ session_id: id, status: "closed" });
  expect(await proc({ action: "wait", session_id: id })).toMatchObject({ output: "half line\nover" });
});

test("what is typed into a shell needs the same yes as a command, in whole lines", async () => {
  const { background, proc } = world();
  const asked: Omit<ApprovalRequest, "callId" | "cwd">[] = [];
  const approve = async (request: (typeof asked)[number]) => {
    asked.push(request);
    return { decision: "deny", by: "test", rule: "r", reason: "not allowed" } as const;
  };
  const id = await background("env LC_ALL=C bash");
  expect(await proc({ action: "submit", session_id: id, data: "touch made" }, { approve })).toEqual({
    error: "not allowed",
  });
  expect(await proc({ action: "write", session_id: id, data: "touch " }, { approve })).toEqual({
    error: "It runs what it reads: send whole lines.",
  });
  expect(asked).toEqual([{ tool: "process", kind: "command", action: "touch made\n" }]);
  const other = await background("cat");
  expect(await proc({ action: "submit", session_id: other, data: "touch made" }, { approve })).toMatchObject({
    status: "sent",
  });
  expect(asked).toHaveLength(1);
});

test("a program that wants a terminal gets one, and its prompt is seen before the line ends", async () => {
  const { background, proc, run, table } = world();
  expect(await run({ command: "python3 -c 'import sys;print(sys.stdin.isatty())'", pty: true })).toEqual({
    output: "True",
    error: null,
    exit_code: 0,
  });
  const id = await background("read -r -p 'Name: ' name; echo \"Hello $name\"", { pty: true });
  await waitUntil(() => table.all()[0]?.output()?.text === "Name: ");
  await proc({ action: "submit", session_id: id, data: "Ada" });
  expect(await proc({ action: "wait", session_id: id })).toMatchObject({
    output: "Name: Ada\nHello Ada",
    exit_code: 0,
  });
});

test("of endless output the end is kept, clean and without secrets; bytes that are no text do no harm", async () => {
  const { background, proc, table } = world();
  const id = await background(
    String.raw`for i in $(seq 1 40000); do echo "line $i"; done; printf '\033[31mAKIAIOSFODNN7EXAMPLE\033[0m \xff no newline'`,
  );
  await proc({ action: "wait", session_id: id });
  const output = table.all()[0]?.output();
  expect(output?.text.length).toBe(200_000);
  expect(output?.text.endsWith("line 40000\nAKIAIO…MPLE \ufffd no newline")).toBe(true);
  const log = await proc({ action: "log", session_id: id, limit: 1 });
  expect(log).toMatchObject({ note: `Its first ${output?.droppedChars} characters are not kept.` });
});

test("a process that closed its output still runs until it ends", async () => {
  const { background, proc, cwd } = world();
  const id = await background("exec >&- 2>&-; until [ -e go ]; do sleep 0.02; done; exit 5");
  expect(await proc({ action: "poll", session_id: id })).toMatchObject({ status: "running" });
  writeFileSync(join(cwd, "go"), "");
  expect(await proc({ action: "wait", session_id: id })).toMatchObject({ exit_code: 5 });
});

test("one notice for an end that nobody has seen, none for one that was", async () => {
  const { background, proc, table } = world();
  const heard: string[] = [];
  table.notices.onNews(() => heard.push("news"));
  const id = await background("exit 2", { notify_on_complete: true });
  await waitUntil(() => table.notices.hasNews());
  expect(table.notices.take()).toBe(
    `[Background process ${id} (exit 2) ended with exit code 2. process log shows its output.]`,
  );
  expect(table.notices.take()).toBeNull();
  for (const action of ["wait", "log", "poll"]) {
    const seen = await background("true", { notify_on_complete: true });
    await waitUntil(() => table.notices.hasNews());
    await proc({ action, session_id: seen });
    expect(table.notices.take()).toBeNull();
  }
  const killed = await background(forever, { notify_on_complete: true });
  await proc({ action: "kill", session_id: killed });
  expect(table.notices.hasNews()).toBe(false);
});

test("a watched text is told, at most once in 15 s, and too often only the end is", async () => {
  const clock = new FakeClock();
  const { background, proc, table } = world({ clock });
  const id = await background("cat", { watch_patterns: ["ERROR", ""] });
  const says = async (text: string): Promise<string | null> => {
    await proc({ action: "submit", session_id: id, data: text });
    await waitUntil(() => table.all()[0]?.output()?.text.endsWith(`${text}\n`) === true);
    return table.notices.take();
  };
  expect(await says("all is well")).toBeNull();
  expect(await says("ERROR one")).toContain(`${id} (cat) printed "ERROR". process poll`);
  expect(await says("ERROR two")).toBeNull();
  expect(await says("ERROR two again")).toBeNull(); // the same strike
  await clock.advance(15_000);
  expect(await says("ERROR three")).toContain('printed "ERROR"');
  expect(await says("ERROR four")).toBeNull();
  await clock.advance(15_000);
  expect(await says("ERROR five")).toContain('printed "ERROR"');
  expect(await says("ERROR six")).toContain("too often to be told each time; you will hear when it ends");
  await clock.advance(60_000);
  expect(await says("ERROR seven")).toBeNull();
  await proc({ action: "close", session_id: id });
  await waitUntil(() => table.notices.hasNews());
  expect(table.notices.take()).toContain("ended with exit code 0");
});

test("with both flags the patterns are dropped, and that is said", async () => {
  const { run } = world();
  const both = { command: "true", background: true, notify_on_complete: true, watch_patterns: ["x"] };
  expect(await run(both)).toMatchObject({ hint: "watch_patterns were dropped: notify_on_complete is set." });
});

test("64 are tracked; those that ended make room, and are forgotten after half an hour", async () => {
  const clock = new FakeClock();
  const { background, proc, run, table } = world({ clock });
  const first = await background("true");
  await proc({ action: "wait", session_id: first });
  await Promise.all(Array.from({ length: 63 }, () => background("read -r line")));
  await background("read -r line"); // in the place of the first
  expect(await proc({ action: "poll", session_id: first })).toMatchObject({ status: "not_found" });
  expect(await run({ command: "true", background: true })).toMatchObject({
    error: "The command could not be started: 64 background processes run already; kill one first",
  });
  const [one] = table.all();
  await one?.kill();
  await clock.advance(30 * 60 * 1_000);
  expect(table.all()).toHaveLength(64);
  await clock.advance(1);
  expect(table.all()).toHaveLength(63);
  expect(await proc({ action: "poll", session_id: "proc_" })).toMatchObject({ status: "ambiguous" });
});

test("closing ends everything, says what it was, and starts nothing more", async () => {
  const { background, run, close, cwd } = world();
  await background(`echo $$ > pid; ${forever}`);
  await waitUntil(() => readFileSync(join(cwd, "pid"), "utf8").endsWith("\n"));
  const ended = await close();
  expect(ended.map(({ command }) => command)).toEqual([`echo $$ > pid; ${forever}`]);
  expect(isAlive(Number(readFileSync(join(cwd, "pid"), "utf8")), "")).toBe(false);
  expect(await run({ command: "true", background: true })).toMatchObject({ error: containing("closing") });
});

test("a denied command does not start, and one that may change something is announced before", async () => {
  const { run, cwd } = world();
  const order: string[] = [];
  const denied = { approve: async () => ({ decision: "deny", by: "t", rule: "r", reason: "no" }) as const };
  expect(await run({ command: "touch made", background: true }, denied)).toEqual({ error: "no" });
  const beforeChange = async (): Promise<void> => void order.push(existsSync(join(cwd, "made")) ? "late" : "before");
  await run({ command: "touch made", background: true }, { beforeChange });
  await waitUntil(() => existsSync(join(cwd, "made")));
  expect(order).toEqual(["before"]);
});

test("after a restart the living are listed as detached and can be ended; a pid given out again is not touched", async () => {
  const folder = join(shellWorld().cwd, "processes");
  const records = openProcessRecords(folder, "conversation", noLog);
  const before = world({ records });
  const id = await before.background(`exec >/dev/null; ${forever}`);
  const recycled = await before.background(forever);
  const boxed = await before.background(forever);
  orphan(folder, id, {});
  orphan(folder, recycled, { start_time: "1" });
  orphan(folder, boxed, { backend: "bubblewrap" });
  const after = world({ records });
  expect(await after.proc({ action: "poll", session_id: id })).toMatchObject({ status: "detached" });
  expect(await after.proc({ action: "poll", session_id: recycled })).toMatchObject({
    status: "exited",
    exit_code: null,
  });
  expect(await after.proc({ action: "poll", session_id: boxed })).toMatchObject({ status: "ended with the sandbox" });
  expect(await after.proc({ action: "submit", session_id: id, data: "x" })).toMatchObject({ status: "detached" });
  expect(await after.proc({ action: "kill", session_id: recycled })).toMatchObject({ status: "already_exited" });
  expect(await before.proc({ action: "poll", session_id: recycled })).toMatchObject({ status: "running" });
  expect(await after.proc({ action: "kill", session_id: id })).toMatchObject({ status: "killed" });
  expect(await before.proc({ action: "wait", session_id: id })).toMatchObject({ status: "exited", exit_code: 143 });
  expect(await world({ records: openProcessRecords(folder, "another", noLog) }).proc({ action: "list" })).toEqual({
    processes: [],
  });
});

test("a process that ended leaves no record, and a file that is none is left alone", async () => {
  const folder = join(shellWorld().cwd, "processes");
  const { background, proc } = world({ records: openProcessRecords(folder, "conversation", noLog) });
  const id = await background("read -r line; echo AKIAIOSFODNN7EXAMPLE");
  const [name = ""] = readdirSync(folder);
  expect(JSON.parse(readFileSync(join(folder, name), "utf8"))).toMatchObject({
    id,
    command: containing("AKIAIO…MPLE"),
  });
  writeFileSync(join(folder, "other.json"), "{");
  await proc({ action: "submit", session_id: id, data: "" });
  await proc({ action: "wait", session_id: id });
  expect(readdirSync(folder)).toEqual(["other.json"]);
});

test("one that ran in a sandbox, unseen by this machine, is listed after a crash as ended with it", async () => {
  const folder = join(shellWorld().cwd, "processes");
  const records = openProcessRecords(folder, "conversation", noLog);
  const local = createLocalBackend(systemClock);
  const unseen: ShellBackend = {
    ...local,
    name: "bubblewrap",
    start: async (program) => {
      const started = await local.start(program);
      return started.kind === "started" ? { ...started, pid: null } : started;
    },
  };
  const id = await world({ records, backend: () => unseen }).background(forever);
  orphan(folder, id, {});
  const after = world({ records, backend: () => unseen });
  expect(await after.proc({ action: "list" })).toMatchObject({
    processes: [{ session_id: id, status: "ended with the sandbox" }],
  });
  expect(await after.proc({ action: "kill", session_id: id })).toMatchObject({ status: "already_exited" });
});

/** The record as it would be had its agent died: the owner is a process that is gone. */
function orphan(folder: string, id: string, changes: object): void {
  const path = join(folder, `${id}.json`);
  const gone = Number(execFileSync("bash", ["-c", "echo $$"], { encoding: "utf8" }));
  const record = z.record(z.string(), z.unknown()).parse(JSON.parse(readFileSync(path, "utf8")));
  writeFileSync(
    path,
    JSON.stringify({ ...record, owner: { pid: gone, start_time: "1" }, host: identityOf(1).host, ...changes }),
  );
}
