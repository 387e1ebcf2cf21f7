import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
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

/** A docker whose containers are a folder of this machine. */
function fakeDocker() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "hermes-docker-")));
  mkdirSync(join(folder, "inside"));
  const inside = `sh -c "$(printf '%s' "$6" | sed "s#/workspace#${folder}/inside#g")"`;
  writeFileSync(
    join(folder, "docker"),
    `#!/bin/sh\ncase $1 in run) echo id ;; exec) HOME=/root exec ${inside} ;; esac\nexit 0\n`,
  );
  chmodSync(join(folder, "docker"), 0o755);
  return { inside: join(folder, "inside"), env: { PATH: `${folder}:${process.env["PATH"] ?? ""}` } };
}

const write = (path: string) => calls({ name: "write_file", arguments: { path, content: "in there\n" } });

test("file tools work inside the container that commands run in, and approval knows its paths", async () => {
  const { inside, env } = fakeDocker();
  const read = calls({ name: "read_file", arguments: { path: "made/a.txt" } });
  const steps = [write("made/a.txt"), write("/etc/hermes-test"), read, says("done")];
  await using model = await serveScenario({ steps });
  const machine = machineFor(model.url, "terminal:\n  backend: docker\n");
  const { code } = await hermes(machine, ["run", "go"], { env });
  const last = JSON.stringify(model.simulator.requests.at(-1)?.body);
  expect(code).toBe(0);
  expect(readFileSync(join(inside, "made", "a.txt"), "utf8")).toBe("in there\n");
  expect(last).toContain("1|in there");
  expect(last).toContain("Writing /etc/hermes-test is denied: it belongs to the operating system");
  expect(existsSync("/etc/hermes-test")).toBe(false);
});
