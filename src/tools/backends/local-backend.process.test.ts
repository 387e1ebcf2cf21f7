import { execFileSync } from "node:child_process";
import { mkdtempSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { systemClock } from "../../app/system-clock.ts";
import type { ProgramStart, StartedProgram } from "../../domain/shell-backend.ts";
import { waitUntil } from "../../../tests/support/shell-world.ts";
import { endProgram } from "./end-program.ts";
import { createLocalBackend } from "./local-backend.ts";

const env = { PATH: process.env["PATH"] ?? "" };

/** A program that was started, and what it has said so far. */
async function started(argv: ProgramStart["argv"], changes: Partial<ProgramStart> = {}) {
  const backend = createLocalBackend(systemClock);
  const said = { output: "", aside: "" };
  const program = await backend.start({
    argv,
    cwd: realpathSync(mkdtempSync(`${tmpdir()}/hermes-backend-`)),
    env,
    input: false,
    terminal: null,
    onOutput: (bytes) => void (said.output += Buffer.from(bytes).toString("latin1")),
    onAside: (bytes) => void (said.aside += Buffer.from(bytes).toString()),
    ...changes,
  });
  if (program.kind === "not-started") throw new Error(program.why);
  return { backend, program, said };
}

const sh = (script: string, changes: Partial<ProgramStart> = {}) => started(["bash", "-c", script], changes);

async function end({ exit, closed }: StartedProgram): Promise<number> {
  await closed;
  return exit;
}

test("output, errors and the aside arrive apart from each other, with the exit code", async () => {
  const { program, said } = await sh("echo out; echo err >&2; echo aside >&3; exit 7");
  expect(await end(program)).toBe(7);
  expect(said.output.split("\n").toSorted()).toEqual(["", "err", "out"]);
  expect(said.aside).toBe("aside\n");
});

test("bytes come as they are, be they no text", async () => {
  const { program, said } = await sh(String.raw`printf '\xff\xfe\x00end'`);
  await end(program);
  expect(said.output).toBe("\u00ff\u00fe\u0000end");
});

test("without input it reads an end of file, with input what is written, to its end", async () => {
  const silent = await started(["cat"]);
  expect(await end(silent.program)).toBe(0);
  const { program, said } = await started(["cat"], { input: true });
  program.write("one\n");
  program.write("two");
  program.endInput();
  expect(await end(program)).toBe(0);
  expect(said.output).toBe("one\ntwo");
  program.write("too late"); // changes nothing and throws nothing
});

test("the number of the signal that ended it is in its exit code", async () => {
  const { program } = await sh("kill -SEGV $$");
  expect(await end(program)).toBe(139);
});

test("a program that cannot start says why", async () => {
  const backend = createLocalBackend(systemClock);
  const start = { cwd: "/", env, input: false, terminal: null, onOutput: () => undefined, onAside: null };
  expect(await backend.start({ ...start, argv: ["/no/such/program"] })).toEqual({
    kind: "not-started",
    why: "spawn /no/such/program ENOENT",
  });
  expect(await backend.start({ ...start, argv: ["echo", "x".repeat(3_000_000)] })).toEqual({
    kind: "not-started",
    why: "spawn E2BIG",
  });
});

test("in a terminal it sees one, of the size that was asked for", async () => {
  const { program, said } = await started(
    ["python3", "-c", "import os,sys;print(sys.stdin.isatty(),os.get_terminal_size())"],
    {
      terminal: { columns: 80, rows: 24 },
      onAside: null,
    },
  );
  expect(await end(program)).toBe(0);
  expect(said.output).toBe("True os.terminal_size(columns=80, lines=24)\r\n");
});

test("in a terminal input is typed, and its end is a key", async () => {
  const { program, said } = await sh("read -r line; echo got $line; cat; exit 4", {
    terminal: { columns: 80, rows: 24 },
    onAside: null,
  });
  program.write("hello\n");
  await waitUntil(() => said.output.includes("got hello"));
  program.endInput();
  expect(await end(program)).toBe(4);
});

const deafTree = "trap '' TERM; (trap '' TERM; (trap '' TERM; echo ready; while :; do sleep 1; done) & wait) & wait";

test.each([
  { where: "on pipes", terminal: null },
  { where: "in a terminal", terminal: { columns: 80, rows: 24 } },
])("a tree of grandchildren that do not listen is ended whole, $where", async ({ terminal }) => {
  const { program, said } = await sh(deafTree, { terminal, onAside: null });
  await waitUntil(() => said.output.includes("ready"));
  expect(sessionRuns(program.pid)).toBe(true);
  await endProgram(program, systemClock);
  await waitUntil(() => !sessionRuns(program.pid));
  expect(await program.exit).toBe(137);
});

test.each([
  { where: "on pipes", terminal: null, script: "(sleep 300) >/dev/null 2>&1 3>&- & exit 0" },
  {
    where: "in a terminal, in a group of its own",
    terminal: { columns: 80, rows: 24 },
    script: "set -m; trap '' HUP; sleep 300 </dev/null >/dev/null 2>&1 & exit 0",
  },
])("closing ends what a finished program left behind, $where", async ({ terminal, script }) => {
  const { backend, program } = await sh(script, { terminal, ...(terminal === null ? {} : { onAside: null }) });
  expect(await end(program)).toBe(0);
  expect(sessionRuns(program.pid)).toBe(true);
  await backend.close();
  expect(sessionRuns(program.pid)).toBe(false);
});

/** Whether anything of the session still runs; what is dead and not yet collected does not count. */
function sessionRuns(leader: number | null): boolean {
  const rows = execFileSync("ps", ["-A", "-o", "sess=,stat="], { encoding: "utf8" }).trim().split("\n");
  return rows.some((row) => {
    const [id, state = ""] = row.trim().split(/\s+/);
    return Number(id) === leader && !state.startsWith("Z");
  });
}
