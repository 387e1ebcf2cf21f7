import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test as plain } from "vitest";
import { buildCheckpoints } from "../../app/build-checkpoints.ts";
import { buildCheckpointAdmin, checkpointCommandRuns } from "../../app/checkpoints-command.ts";
import { openSettings } from "../../app/open-settings.ts";
import { systemClock } from "../../app/system-clock.ts";
import { systemRng } from "../../app/system-rng.ts";
import { noLog } from "../../domain/log.ts";
import type { CommandContext, FlagValues } from "../command.ts";
import { containing } from "../../../tests/support/matching.ts";
import type { CheckpointRuns } from "./checkpoint-runs.ts";

const test = plain.skipIf(spawnSync("git", ["--version"]).status !== 0);

/** A project in which one turn has changed a file. */
async function project() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "hermes-back-")));
  const cwd = join(root, "work");
  mkdirSync(cwd);
  execFileSync("git", ["init", "-q"], { cwd });
  writeFileSync(join(cwd, "a.txt"), "first\n");
  const context: CommandContext = {
    env: { PATH: process.env["PATH"], HOME: join(root, "person"), HERMES_HOME: join(root, "home") },
    cwd,
    clock: systemClock,
    rng: systemRng,
    signal: new AbortController().signal,
    profile: null,
    configuration: { strict: false, ignoreUserConfig: false, envFile: null },
    version: "0",
  };
  const opened = await openSettings(context);
  if (opened.kind === "refused") throw new Error(opened.message);
  const parts = { ...opened, context, workspace: cwd, log: noLog, options: { addDirs: [], checkpoints: null } };
  const checkpoints = buildCheckpoints(parts);
  await checkpoints?.before({ sessionId: "s1", turnId: "t1" }, () => undefined);
  writeFileSync(join(cwd, "a.txt"), "agent\n");
  await checkpoints?.after("t1");
  await checkpoints?.close();
  const call = async (name: keyof CheckpointRuns, positionals: readonly string[] = [], flags: FlagValues = {}) => {
    let [out, err] = ["", ""];
    const terminal = {
      out: (text: string) => void (out += text),
      err: (text: string) => void (err += text),
      outIsTty: false,
      inIsTty: false,
      color: false,
      columns: 80,
      readInput: async () => null,
    };
    const code = await checkpointCommandRuns()[name]({ positionals, flags, terminal, context });
    return { code, out, err };
  };
  return { cwd, call, admin: buildCheckpointAdmin(parts, context.signal) };
}

test("a person sees the checkpoints, what going back would do, and goes back", async () => {
  const { cwd, call } = await project();
  expect(await call("list")).toEqual({
    code: 0,
    out: "  1  just now  before a turn, which changed 1 file  s1\n",
    err: "",
  });
  const preview = await call("diff", ["1"]);
  expect(preview.out).toContain("-agent\n+first\n");
  expect(preview.out).toMatch(/1 file would go back\.\n$/);
  expect(readFileSync(join(cwd, "a.txt"), "utf8")).toBe("agent\n");
  expect(await call("restore", ["1"])).toEqual({
    code: 0,
    out: "1 file is as it was.\nThe state before this is checkpoint 1.\n",
    err: "",
  });
  expect(readFileSync(join(cwd, "a.txt"), "utf8")).toBe("first\n");
  expect(await call("restore", ["2"])).toMatchObject({
    code: 0,
    out: "Nothing to go back: no file of the agent's differs.\n",
  });
});

test("bad words are answered in one line, and nothing is removed without a yes", async () => {
  const { call } = await project();
  expect(await call("restore", ["0"])).toEqual({
    code: 2,
    out: "",
    err: "hermes: 0 is no number of a checkpoint; hermes checkpoints list shows them\n",
  });
  expect(await call("restore", ["9"])).toMatchObject({
    code: 1,
    err: "hermes: there is no checkpoint 9, the oldest is 1\n",
  });
  expect(await call("restore", ["1", "other.txt"])).toMatchObject({
    code: 1,
    err: "hermes: other.txt did not change since that checkpoint\n",
  });
  expect(await call("clear")).toMatchObject({ code: 2 });
  expect(await call("status")).toMatchObject({ code: 0, out: containing("1 project\n1 of ") });
  expect(await call("clear", [], { yes: true })).toMatchObject({ code: 0, out: "Removed.\n" });
  expect(await call("list")).toMatchObject({ out: "No checkpoint of this project yet.\n" });
});

test("a damaged store is told in one line", async () => {
  const { call, cwd } = await project();
  writeFileSync(join(cwd, "..", "home", "checkpoints", "store", "HEAD"), "nonsense");
  const { code, err } = await call("list");
  expect(code).toBe(1);
  expect(err).toMatch(/^hermes: the checkpoint store could not be used: .*\n$/);
});
