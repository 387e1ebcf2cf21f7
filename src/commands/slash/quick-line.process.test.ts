import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { FakeClock } from "../../../tests/support/fake-clock.ts";
import { shellWorld, waitUntil } from "../../../tests/support/shell-world.ts";
import type { Approver } from "../../domain/approval.ts";
import type { ShellEnd } from "../../domain/person-shell.ts";
import { personShell } from "../../tools/terminal/person-shell.ts";
import { runQuickLine } from "./quick-line.ts";
import type { SlashContext } from "./slash-command.ts";

const nobody = {
  whenFree: <T>(work: () => Promise<T>) => work(),
  put: null,
  charge: () => undefined,
  warn: () => undefined,
};
const approver: Approver = { name: "test", decide: async () => ({ decision: "allow", by: "test", rule: null }) };

/** A line in a session's shell, the clock of which stands still unless told. */
function quickWorld() {
  const clock = new FakeClock();
  const world = shellWorld({ clock });
  const shell = personShell(world.deps, approver, { on: false });
  const printed: string[] = [];
  const runLine: SlashContext["runLine"] = async (line, limitMs) => {
    printed.length = 0;
    const use = { people: nobody, onOutput: (text: string) => void printed.push(text), limitMs };
    const end = await shell.run(line, { ...use, signal: new AbortController().signal });
    return { end, output: printed.join("") };
  };
  return { ...world, clock, printed, run: (line: string) => quick(line, runLine) };
}

/** As much of a surface as a quick line looks at. */
function quick(line: string, runLine: SlashContext["runLine"]) {
  const context: Pick<SlashContext, "runLine"> = runLine === undefined ? {} : { runLine };
  return runQuickLine(line, context);
}

test("a line says what it printed, and its failure with its code", async () => {
  const { run } = quickWorld();
  expect(await run("echo hello")).toEqual({ kind: "said", text: "hello" });
  expect(await run("true")).toEqual({ kind: "said", text: "(no output)" });
  expect(await run("echo no; exit 4")).toEqual({ kind: "refused", text: "no\nexit code 4" });
});

test("it runs where the session is, and leaves folder and variables to what comes next", async () => {
  const { run, sh, cwd } = quickWorld();
  mkdirSync(join(cwd, "sub"));
  await sh("cd sub; export A=1");
  expect(await run("pwd; echo $A; export A=2")).toEqual({ kind: "said", text: `${join(cwd, "sub")}\n1` });
  expect(await sh("echo $A")).toMatchObject({ output: "2" });
});

test("long output is cut at 4000 characters", async () => {
  const { run } = quickWorld();
  expect(await run("head -c 5000 /dev/zero | tr '\\0' x")).toEqual({
    kind: "said",
    text: `${"x".repeat(4_000)}\n... 1000 more characters`,
  });
});

test("after thirty seconds of the session's clock it is ended, and not a moment before", async () => {
  const { run, clock, printed } = quickWorld();
  const running = run("echo begun; sleep 300");
  const watch = { settled: false };
  void running.finally(() => void (watch.settled = true));
  await waitUntil(() => printed.length > 0);
  await clock.advance(29_999);
  expect(watch.settled).toBe(false);
  await clock.advance(1);
  expect(await clock.runUntil(running)).toEqual({ kind: "refused", text: "begun\nended after 30 seconds" });
});

test.each<[ShellEnd, string]>([
  [{ kind: "denied", rule: "recursive-delete" }, "not run (recursive-delete)"],
  [{ kind: "stopped" }, "half\ninterrupted"],
  [{ kind: "not-started", why: "no such folder" }, "could not be started: no such folder"],
])("an end such as %o is told", async (end, text) => {
  expect(await quick("x", async () => ({ end, output: "half\n" }))).toEqual({ kind: "refused", text });
});

test("where a surface has no shell that is said", async () => {
  expect(await quick("x", undefined)).toEqual({ kind: "refused", text: "commands cannot be run here" });
});
