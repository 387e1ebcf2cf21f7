import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { systemClock } from "../../app/system-clock.ts";
import { containing } from "../../../tests/support/matching.ts";
import { shellWorld, waitUntil } from "../../../tests/support/shell-world.ts";
import { hasSshServer, sshServer } from "../../../tests/support/ssh-server.ts";
import { createSshBackend } from "./ssh-backend.ts";

const overSsh = test.skipIf(!hasSshServer);

async function world() {
  const server = await sshServer();
  const { port, key, user, options } = server;
  const env = { PATH: process.env["PATH"] ?? "" };
  const backend = () => createSshBackend({ host: "127.0.0.1", user, port, key, options, env, clock: systemClock });
  const made = shellWorld({ backend });
  onTestFinished(async () => {
    await made.close();
    server.close();
  });
  return { ...made, server };
}

overSsh("commands run over there, with folder, variables, exit codes and bytes as they are here", async () => {
  const { sh, cwd } = await world();
  expect(await sh("echo out; echo err >&2; export A='b c'; mkdir sub; cd sub; (exit 7)")).toEqual({
    error: "Exit code 7",
    output: "out\nerr",
    exit_code: 7,
    cwd: join(cwd, "sub"),
  });
  expect(await sh('echo $A; pwd; [ -n "$SSH_CONNECTION" ] && echo over ssh')).toMatchObject({
    output: `b c\n${join(cwd, "sub")}\nover ssh`,
  });
  expect(await sh(`printf '%s' "it's \\"quoted\\" \\$HOME"`)).toMatchObject({ output: `it's "quoted" $HOME` });
});

const loop = (name: string): string =>
  `trap 'touch ${name}; exit' TERM; touch up-${name}; while :; do sleep 0.05; done`;

overSsh("a command that takes too long is ended over there, and so is one in the background", async () => {
  const { run, background, proc, cwd } = await world();
  expect(await run({ command: loop("first"), timeout: 1 })).toMatchObject({ exit_code: 124 });
  expect(existsSync(join(cwd, "first"))).toBe(true);
  const id = await background(loop("second"));
  await waitUntil(() => existsSync(join(cwd, "up-second")));
  expect(await proc({ action: "kill", session_id: id })).toMatchObject({ status: "killed" });
  expect(existsSync(join(cwd, "second"))).toBe(true);
});

overSsh("what a variable holds stands in no list of processes, not even where there is a terminal", async () => {
  const { sh, run, proc } = await world();
  await sh("export SOMETHING=zq9value");
  const look = "ps -A -o args= | grep -c 'zq[9]value'; echo $SOMETHING";
  expect(await sh(look)).toMatchObject({ output: "0\nzq9value" });
  const { session_id: id } = await run({ command: look, background: true, pty: true });
  await proc({ action: "wait", session_id: id });
  expect(await proc({ action: "log", session_id: id })).toMatchObject({ output: containing("0\nzq9value") });
});

overSsh("a lost connection is a degraded result with its reason; the next command connects anew", async () => {
  const { sh, server, cwd } = await world();
  expect(await sh("echo one")).toMatchObject({ output: "one" });
  const running = sh("echo before; touch up; sleep 60");
  await waitUntil(() => existsSync(join(cwd, "up")));
  server.stop();
  expect(await running).toMatchObject({
    status: "degraded",
    output: "before",
    error: containing("connection was lost"),
  });
  expect(await sh("echo two")).toMatchObject({ status: "degraded", reason: containing("Connection refused") });
  await server.start();
  expect(await sh("echo three")).toMatchObject({ output: "three", exit_code: 0 });
});

overSsh("a terminal over there is one", async () => {
  const { run } = await world();
  expect(await run({ command: "test -t 0 && stty size", pty: true })).toMatchObject({ output: containing("24 80") });
});
