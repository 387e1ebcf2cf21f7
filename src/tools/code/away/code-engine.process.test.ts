import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { awayCode, interpreters } from "../../../../tests/support/away-code.ts";
import { containerEngine, lending } from "../../../../tests/support/container-engine.ts";
import { containing } from "../../../../tests/support/matching.ts";
import { programStories } from "../../../../tests/support/program-stories.ts";
import { idOfShared } from "../../../../tests/support/shared-container.ts";
import { waitUntil } from "../../../../tests/support/shell-world.ts";

const plain = containerEngine();

describe.skipIf(plain === null)("in a real container", () => {
  if (plain === null) return;
  const engine = lending(plain, interpreters);
  const carrier = { name: "busybox", missing: false, shell: "busybox", engine } as const;
  const python = { language: "python" };
  programStories(carrier);

  const endless = `import os, time
print("begun", flush=True)
open("own.tmp", "w").write(str(os.getpid())); os.rename("own.tmp", "own")
while True: time.sleep(0.05)`;

  test("where the way to a program is killed, nothing of it is left inside", async () => {
    const { run, at, runs, temporary, base } = await awayCode(carrier);
    const running = run(endless, python);
    await waitUntil(() => existsSync(at("own")));
    for (const pid of waysTo(base)) process.kill(pid, "SIGKILL");
    expect(await running).toMatchObject({ status: "degraded", output: "begun", tool_calls_made: 0 });
    await waitUntil(() => !runs("own") && readdirSync(temporary).length === 0);
    const left = engine.podman("exec", idOfShared(engine), "ps", "-o", "args").trim().split("\n").slice(1);
    expect(left.filter((line) => !line.endsWith("sleep infinity"))).toEqual(["ps -o args"]);
  });

  test("removed under a program it is a degraded result; the next program finds a new one", async () => {
    const { run, at } = await awayCode(carrier);
    const running = run(endless, python);
    await waitUntil(() => existsSync(at("own")));
    engine.podman("rm", "--force", "--time", "0", idOfShared(engine));
    expect(await running).toMatchObject({
      error: containing("The connection was lost while the program ran: "),
      status: "degraded",
      output: "begun",
    });
    expect(await run("print(1)", python)).toMatchObject({ status: "success", output: "1" });
  });

  test("without an interpreter it is said what to install where", async () => {
    const { run, temporary } = await awayCode({ ...carrier, engine: plain });
    expect(await run("print(1)")).toEqual({ error: containing("in the container, and neither was found.") });
    expect(readdirSync(temporary)).toEqual([]);
  });
});

/** The engine's processes on this machine through which the programs of a test are reached. */
function waysTo(base: string): readonly number[] {
  return readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const [program, verb, ...words] = readFileSync(`/proc/${name}/cmdline`, "utf8").split("\0");
      const isWay = program === "podman" && verb === "exec" && words.some((word) => word.includes(base));
      return isWay ? [Number(name)] : [];
    } catch {
      return []; // it is gone
    }
  });
}
