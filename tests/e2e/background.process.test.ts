import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isAlive } from "../../src/disk/process-identity.ts";
import { hermes, machineFor } from "../support/hermes-process.ts";
import { calls, says } from "../support/played-tools.ts";
import { serveScenario } from "../support/serve-scenario.ts";

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
  const machine = machineFor(model.url);
  expect(await hermes(machine, ["run", "go", "--yolo"])).toEqual({
    code: 0,
    out: "started\n",
    err: [`> terminal: ${command}`, `> terminal: ${wait}`, `hermes: ended a background process: ${command}`, ""].join(
      "\n",
    ),
  });
  expect(isAlive(Number(readFileSync(join(machine.cwd, "pid"), "utf8")), "")).toBe(false);
});
