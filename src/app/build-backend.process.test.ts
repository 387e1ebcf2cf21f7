import { mkdtempSync, realpathSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { hermes, machineFor } from "../../tests/support/hermes-process.ts";
import { calls, says } from "../../tests/support/played-tools.ts";
import { hasBubblewrap } from "../../tests/support/sandbox-world.ts";
import { serveScenario } from "../../tests/support/serve-scenario.ts";

const noWalls =
  "Commands run without a sandbox: bwrap was not found. Install bubblewrap to get one, or set terminal.backend to local to stop this line.";

/** What two commands came to, and what the person read. */
async function told(backend: string, env: Readonly<Record<string, string>> = {}) {
  const command = calls({ name: "terminal", arguments: { command: "echo is $((40 + 2)); ls /run" } });
  await using model = await serveScenario({ steps: [command, command, says("done")] });
  const machine = machineFor(model.url, `terminal:\n  backend: ${backend}\n  shell: /bin/sh\n`);
  const { code, err } = await hermes(machine, ["run", "go"], { env });
  const { requests } = model.simulator;
  return { code, err, last: JSON.stringify(requests.at(-1)?.body) };
}

/** A machine on which hardly anything is installed. */
function bare(): Readonly<Record<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), "hermes-bare-"));
  for (const tool of ["sh", "ls", "env"]) symlinkSync(realpathSync(`/bin/${tool}`), join(folder, tool));
  return { PATH: folder };
}

test.skipIf(!hasBubblewrap)("auto takes walls where they can be built, and says nothing about it", async () => {
  const { code, err, last } = await told("auto");
  expect([code, err.includes("sandbox")]).toEqual([0, false]);
  expect(last).toContain(String.raw`{\"output\":\"is 42\",`); // and nothing of /run
});

test("auto does without where there are none, and says once how to get them", async () => {
  const { code, err, last } = await told("auto", bare());
  expect([code, err.split(noWalls).length - 1]).toEqual([0, 1]);
  expect(last).toContain("is 42");
});

test("bubblewrap asked for by name is never worked around", async () => {
  const { code, last } = await told("bubblewrap", bare());
  expect(code).toBe(0);
  expect(last).toContain("the sandbox could not be built: bwrap was not found. Install bubblewrap");
  expect(last).not.toContain("is 42");
});

test("ssh without a host says which setting is missing", async () => {
  expect((await told("ssh")).last).toContain("terminal.backend is ssh, but terminal.ssh_host is not set.");
});
