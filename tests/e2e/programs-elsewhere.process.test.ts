import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { runs } from "../support/away-code.ts";
import { hermes, machineFor, start } from "../support/hermes-process.ts";
import { calls, says } from "../support/played-tools.ts";
import { serveScenario } from "../support/serve-scenario.ts";
import { waitUntil } from "../support/shell-world.ts";
import { sshCommand } from "../support/ssh-command.ts";
import { hasSshServer } from "../support/ssh-server.ts";

const overSsh = test.skipIf(!hasSshServer);

async function world(code: string) {
  const there = realpathSync(mkdtempSync(join(tmpdir(), "hermes-there-")));
  mkdirSync(join(there, "tmp"));
  const { server, folder, config } = await sshCommand();
  onTestFinished(() => server.close());
  const enter = calls({ name: "terminal", arguments: { command: `cd ${there} && export TMPDIR=${there}/tmp` } });
  const program = calls({ name: "execute_code", arguments: { code, language: "python" } });
  const model = await serveScenario({ steps: [enter, program, says("done")] });
  onTestFinished(() => model[Symbol.asyncDispose]());
  const machine = machineFor(model.url, config);
  const env = { PATH: `${folder}:${process.env["PATH"] ?? ""}` };
  return { there, machine, env, last: () => JSON.stringify(model.simulator.requests.at(-1)?.body) };
}

overSsh("a program on another machine works there with the session's tools", async () => {
  const { there, machine, env, last } = await world(
    `import os, hermes_tools as t
t.write_file("a.txt", "one\\ntwo\\n")
print(t.read_file("a.txt", limit=1)["content"], t.terminal("pwd; cat a.txt | wc -l")["output"], os.getcwd())`,
  );
  const { code } = await hermes(machine, ["run", "--yolo", "go"], { env });
  expect(code).toBe(0);
  expect(last()).toContain(
    JSON.stringify(
      `{"status":"success","output":"1|one ${there}\\n2 ${there}","exit_code":0,"tool_calls_made":3,`,
    ).slice(1, -1),
  );
  expect(readFileSync(join(there, "a.txt"), "utf8")).toBe("one\ntwo\n");
  expect(readdirSync(there).toSorted()).toEqual(["a.txt", "tmp"]);
  expect(readdirSync(join(there, "tmp"))).toEqual([]);
});

overSsh("when the agent is killed its program over there ends, and leaves nothing", async () => {
  const { there, machine, env } = await world(
    `import os, time
open("own.tmp", "w").write(str(os.getpid())); os.rename("own.tmp", "own")
while True: time.sleep(0.05)`,
  );
  const { child, ended } = start(machine, ["run", "--yolo", "go"], { env });
  await waitUntil(() => existsSync(join(there, "own")));
  child.kill("SIGKILL");
  await ended;
  await waitUntil(() => !runs(join(there, "own")) && readdirSync(join(there, "tmp")).length === 0);
});
