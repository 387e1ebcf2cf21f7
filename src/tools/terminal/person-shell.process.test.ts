import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { ApprovalChannel, ApprovalRequest, Approver } from "../../domain/approval.ts";
import { shellWorld } from "../../../tests/support/shell-world.ts";
import { personShell } from "./person-shell.ts";

const nobody: ApprovalChannel = {
  whenFree: (work) => work(),
  put: null,
  charge: () => undefined,
  warn: () => undefined,
};

/** A shell whose rules refuse what holds the word `danger`. */
function personWorld() {
  const world = shellWorld();
  const asked: ApprovalRequest[] = [];
  const approver: Approver = {
    name: "test",
    decide: async (request) => {
      asked.push(request);
      return request.action.includes("danger")
        ? { decision: "deny", by: "test", rule: "no-danger", reason: "no" }
        : { decision: "allow", by: "test", rule: null };
    },
  };
  const keeping = { on: false };
  const shell = personShell(world.deps, approver, keeping);
  const run = async (command: string, signal = new AbortController().signal) => {
    const printed: string[] = [];
    const end = await shell.run(command, { people: nobody, onOutput: (text) => printed.push(text), signal });
    return { end, printed: printed.join("") };
  };
  return { ...world, shell, run, asked, keeping };
}

test("the person and the agent share folder and variables", async () => {
  const { run, sh, shell, cwd, asked } = personWorld();
  mkdirSync(join(cwd, "sub"));
  expect(await run("cd sub; export A=1; printf '\\033[31mred\\033[0m\\n'; exit 3")).toEqual({
    end: { kind: "exited", code: 3 },
    printed: "red\n",
  });
  expect(shell.cwd()).toBe(join(cwd, "sub"));
  expect(await sh("pwd; echo $A; cd ..; export A=2")).toMatchObject({ output: `${cwd}/sub\n1` });
  expect((await run("pwd; echo $A")).printed).toBe(`${cwd}\n2\n`);
  expect(asked.map(({ kind, cwd: folder }) => [kind, folder])).toEqual([
    ["command", cwd],
    ["command", cwd],
  ]);
});

test("what the rules refuse does not run", async () => {
  const { run } = personWorld();
  expect(await run("echo danger")).toEqual({ end: { kind: "denied", rule: "no-danger" }, printed: "" });
});

test("a stop ends the command and changes nothing of the state", async () => {
  const { run, shell, cwd } = personWorld();
  mkdirSync(join(cwd, "sub"));
  const stop = new AbortController();
  const running = shell.run("cd sub; echo up; sleep 300", {
    people: nobody,
    onOutput: () => stop.abort(),
    signal: stop.signal,
  });
  expect(await running).toEqual({ kind: "stopped" });
  expect((await run("pwd")).printed).toBe(`${cwd}\n`);
});

test("background processes are listed, ended, or let go", async () => {
  const { shell, background, table, keeping } = personWorld();
  await background("sleep 301");
  expect(shell.background()).toEqual(["sleep 301"]);
  expect(await shell.endBackground()).toEqual(["sleep 301"]);
  expect(shell.background()).toEqual([]);
  await background("sleep 302");
  expect([shell.canKeep(), shell.keepBackground(), keeping.on]).toEqual([true, true, true]);
  const [process302] = table.all().filter(({ command }) => command === "sleep 302");
  table.letGo();
  const pid = process302?.pid ?? 0;
  expect(() => process.kill(pid, 0)).not.toThrow();
  process.kill(-pid, "SIGKILL");
});
