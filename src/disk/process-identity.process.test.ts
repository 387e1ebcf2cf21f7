import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { identityOf, isAlive } from "./process-identity.ts";

test("a process is known by pid and start; when it is gone, or the pid was given out again, it is dead", async () => {
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
  await once(child, "spawn");
  const { pid, startTime } = identityOf(child.pid ?? 0);
  expect(isAlive(pid, startTime)).toBe(true);
  if (startTime !== "") expect(isAlive(pid, `${startTime}0`)).toBe(false);
  child.kill("SIGKILL");
  await once(child, "exit");
  expect(isAlive(pid, startTime)).toBe(false);
});
