import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { awayCode, codeCarriers, interpreters, runs } from "../../../../tests/support/away-code.ts";
import { containing, matching } from "../../../../tests/support/matching.ts";
import { waitUntil } from "../../../../tests/support/shell-world.ts";
import { hasSshServer } from "../../../../tests/support/ssh-server.ts";

const python = { language: "python" };
const [ssh = never(), container = never()] = codeCarriers;
const overSsh = test.skipIf(!hasSshServer);
const inContainer = test.skipIf(container.missing);

const endless = `import os, time
print("begun", flush=True)
open("own.tmp", "w").write(str(os.getpid())); os.rename("own.tmp", "own")
while True: time.sleep(0.05)`;

overSsh("a lost connection is a degraded result with its reason; over there nothing is left", async () => {
  const { run, server, at, temporary } = await awayCode(ssh);
  const running = run(endless, python);
  await waitUntil(() => existsSync(at("own")));
  server?.stop();
  const result = await running;
  expect(result).toMatchObject({ status: "degraded", output: "begun", tool_calls_made: 0 });
  expect(result["error"]).toBe(`The connection was lost while the program ran: ${String(result["reason"])}`);
  await waitUntil(() => !runs(at("own")) && readdirSync(temporary).length === 0);
  expect(await run("print(1)", python)).toEqual({
    error: containing("The program could not be started: "),
    status: "degraded",
    reason: containing("Connection refused"),
  });
  await server?.start();
  expect(await run("print(1)", python)).toMatchObject({ status: "success", output: "1" });
});

overSsh("a connection that is lost in the middle of a call does not wait for the call", async () => {
  const { run, server, temporary } = await awayCode(ssh, {
    call: async () => {
      server?.stop();
      return new Promise(() => undefined);
    },
  });
  const result = await run("import hermes_tools\nhermes_tools.read_file('x')", python);
  expect(result).toMatchObject({ status: "degraded", tool_calls_made: 1 });
  await waitUntil(() => readdirSync(temporary).length === 0);
});

inContainer("a container that is stopped under a program is a degraded result", async () => {
  const { run, at, temporary } = await awayCode(container);
  const running = run(endless, python);
  await waitUntil(() => existsSync(at("own")));
  for (const pid of ofContainer(temporary)) process.kill(pid, "SIGKILL");
  expect(await running).toMatchObject({ status: "degraded", output: "begun", reason: containing("ended") });
  expect(runs(at("own"))).toBe(false);
});

function ofContainer(temporary: string): readonly number[] {
  return readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      return readFileSync(`/proc/${name}/environ`, "utf8").includes(`TMPDIR=${temporary}\0`) ? [Number(name)] : [];
    } catch {
      return []; // gone, or somebody else's
    }
  });
}

inContainer("without an interpreter there it is said what to install where", async () => {
  const { python3 = "", node = "" } = interpreters;
  const bare = await awayCode(container, { programs: {} });
  expect(await bare.run("print(1)")).toEqual({
    error:
      "Programs need Python 3.8 or newer (python3) or Node 20.6 or newer (node) in the container, and neither was found. Install one of them there.",
  });
  const onlyNode = await awayCode(container, { programs: { node } });
  expect(await onlyNode.run("console.log(typeof process)")).toMatchObject({ output: "object" });
  expect(await onlyNode.run("print(1)", python)).toEqual({
    error: containing("There is no Python 3.8 or newer (python3) in the container."),
  });
  const onlyPython = await awayCode(container, { programs: { python3 } });
  expect(await onlyPython.run("1", { language: "javascript" })).toEqual({
    error: containing("There is no Node 20.6 or newer (node) in the container."),
  });
  for (const { temporary } of [bare, onlyNode, onlyPython]) expect(readdirSync(temporary)).toEqual([]);
});

inContainer("a folder that is gone there is said to be", async () => {
  const { run, at } = await awayCode(container);
  const result = await run("print(1)", {}, { cwd: at("gone") });
  expect(result).toEqual({ error: matching(/^The program could not be started: .*cd: can't cd to .*gone$/) });
});

inContainer("a project's own virtualenv runs the program there, unless it is strict", async () => {
  const code = "import sys\nprint(sys.prefix)";
  const project = await awayCode(container);
  execFileSync("/usr/bin/python3", ["-m", "venv", "--without-pip", "--copies", project.at(".venv")]);
  mkdirSync(project.at(".git"));
  mkdirSync(project.at("sub"));
  expect(await project.run(code)).toMatchObject({ output: project.at(".venv") });
  expect(await project.run(code, {}, { cwd: project.at("sub") })).toMatchObject({ output: project.at(".venv") });
  const strict = await awayCode(container, { strict: true });
  execFileSync("/usr/bin/python3", ["-m", "venv", "--without-pip", "--copies", strict.at(".venv")]);
  expect(await strict.run(code)).toMatchObject({ output: "/usr" });
});

function never(): never {
  throw new Error("it must be there");
}
