import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { identityOf, isAlive } from "../../src/disk/process-identity.ts";
import { hermes, machineFor, start } from "../support/hermes-process.ts";
import { calls, says } from "../support/played-tools.ts";
import { serveScenario } from "../support/serve-scenario.ts";

vi.setConfig({ testTimeout: 60_000 }); // real processes, on a machine that may be busy

test("a run ends with its answer; what it left in the background is ended, and a line says so", async () => {
  const command = "echo $$ > draft; mv draft pid; sleep 600";
  const wait = "until [ -e pid ]; do sleep 0.02; done";
  await using model = await serveScenario({
    steps: [
      calls({ name: "terminal", arguments: { command, background: true } }),
      calls({ name: "terminal", arguments: { command: wait } }),
      says("started"),
    ],
  });
  const machine = machineFor(model.url, "terminal:\n  backend: local\n"); // its pids are looked at from here
  expect(await hermes(machine, ["run", "go", "--yolo"])).toEqual({
    code: 0,
    out: "started\n",
    err: [`> terminal: ${command}`, `> terminal: ${wait}`, `hermes: ended a background process: ${command}`, ""].join(
      "\n",
    ),
  });
  expect(isAlive(Number(readFileSync(join(machine.cwd, "pid"), "utf8")), "")).toBe(false);
});

test("after a crash the conversation finds its process again, detached, and can end it", async () => {
  const command = "echo $$ > draft; mv draft pid; sleep 600";
  const lists = calls({ name: "process", arguments: { action: "list" } });
  const kills = calls({ name: "process", arguments: { action: "kill", session_id: "proc_" } });
  const waits = calls({ name: "terminal", arguments: { command: "echo $$ > draft2; mv draft2 waiting; sleep 500" } });
  await using model = await serveScenario({
    steps: [calls({ name: "terminal", arguments: { command, background: true } }), waits, lists, kills, says("gone")],
  });
  const machine = machineFor(model.url, "terminal:\n  backend: local\n"); // its pids are looked at from here
  const { child, ended } = start(machine, ["run", "go", "--yolo"]);
  await vi.waitUntil(() => existsSync(join(machine.cwd, "pid")) && existsSync(join(machine.cwd, "waiting")), {
    timeout: 20_000,
  });
  child.kill("SIGKILL");
  await ended;
  process.kill(-Number(readFileSync(join(machine.cwd, "waiting"), "utf8")), "SIGKILL"); // nobody else will
  const { pid, startTime } = identityOf(Number(readFileSync(join(machine.cwd, "pid"), "utf8")));
  expect(isAlive(pid, startTime)).toBe(true);
  expect(await hermes(machine, ["run", "what runs?", "-r", "latest", "--yolo"])).toMatchObject({
    code: 0,
    out: "gone\n",
  });
  const sent = JSON.stringify(model.simulator.requests.at(-1)?.body);
  expect(sent).toContain(String.raw`\"status\":\"detached\"`);
  expect(sent).toContain(String.raw`\"status\":\"killed\"`);
  expect(isAlive(pid, startTime)).toBe(false);
});
