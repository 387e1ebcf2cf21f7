import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { interpreters } from "../support/away-code.ts";
import { containerEngine, lending } from "../support/container-engine.ts";
import { hermes, machineFor, start } from "../support/hermes-process.ts";
import { containing } from "../support/matching.ts";
import { calls, says } from "../support/played-tools.ts";
import { serveScenario } from "../support/serve-scenario.ts";
import { waitUntil } from "../support/shell-world.ts";

vi.setConfig({ testTimeout: 60_000 }); // real containers, on a machine that may be busy

const plain = containerEngine();

const Messages = z.array(z.looseObject({ role: z.string(), content: z.unknown() }));
const Body = z.looseObject({ messages: Messages });
const Result = z.record(z.string(), z.unknown());

describe.skipIf(plain === null)("in a real container", () => {
  if (plain === null) return;
  const engine = lending(plain, { node: interpreters["node"] ?? "" });
  const { image, podman } = engine;

  const world = async (steps: Parameters<typeof serveScenario>[0]["steps"], more = "") => {
    const model = await serveScenario({ steps });
    onTestFinished(() => model[Symbol.asyncDispose]());
    const terminal = `terminal:\n  backend: docker\n  docker_image: ${image}\n  docker_network: false\n${more}`;
    const machine = machineFor(model.url, terminal);
    const env = { ...engine.env, HOME: machine.root };
    const told = () =>
      Body.parse(model.simulator.requests.at(-1)?.body)
        .messages.filter(({ role }) => role === "tool")
        .map(({ content }) => Result.parse(JSON.parse(String(content))));
    const id = () => podman("ps", "-q", "--filter", `label=hermes.owner=profile ${machine.home}`).trim();
    return { machine, env, told, id, inside: (script: string) => podman("exec", id(), "sh", "-c", script) };
  };

  test("a turn works in there unasked, and the next process finds its container and what is in it", async () => {
    const code = `import { read_file, terminal, write_file } from "hermes-tools";
await write_file("sub/b.txt", "three\\n");
console.log((await read_file("sub/a.txt")).content, (await terminal("cat sub/*.txt | wc -l")).output, process.cwd());`;
    const steps = [
      calls({ name: "terminal", arguments: { command: "mkdir sub; cd sub; pwd; env | cut -d= -f1" } }),
      calls({ name: "write_file", arguments: { path: "a.txt", content: "one\ntwo\n" } }),
      calls({ name: "read_file", arguments: { path: "/workspace/sub/a.txt" } }),
      says("done"),
      calls({ name: "execute_code", arguments: { code } }),
      says("again"),
    ];
    const { machine, env, told, id, inside } = await world(steps, "  docker_forward_env: [COLOUR]\n");
    const first = await hermes(machine, ["run", "go"], { env: { ...env, COLOUR: "blue", SHADE: "dark" } });
    expect([first.code, first.err.match(/container_disk|not allowed/g)]).toEqual([0, ["container_disk"]]);
    const [terminal, write, read] = told();
    expect(terminal).toMatchObject({ hint: containing("There is no bash here: commands run in sh.") });
    const lines = String(terminal?.["output"]).split("\n");
    expect([lines[0], lines.filter((line) => /CONTAINERS|HERMES|CONF|COLOUR|SHADE/.test(line))]).toEqual([
      "/workspace/sub",
      ["COLOUR"],
    ]);
    expect(write).toMatchObject({ created: true, verified: true });
    expect(read).toMatchObject({ content: "1|one\n2|two" });
    const before = id();
    const second = await hermes(machine, ["run", "--continue", "--yolo", "again"], { env });
    expect(second.code).toBe(0);
    expect(told().at(-1)).toMatchObject({ status: "success", output: "1|one\n2|two 3 /workspace", tool_calls_made: 3 });
    expect([id(), inside("cat sub/b.txt; ls /tmp")]).toEqual([before, "three\n"]);
  });

  test("in the person's own folder it works as the person; one that is not to last goes with its session", async () => {
    const settings = [
      "docker_mount_cwd_to_workspace: true",
      "docker_run_as_host_user: true",
      "container_persistent: false",
    ];
    const look = calls({ name: "terminal", arguments: { command: "cat a.txt; cat a.txt > b.txt; id -u" } });
    const secret = calls({ name: "terminal", arguments: { command: "cat .env" } });
    const { machine, env, told } = await world(
      [look, secret, says("done")],
      settings.map((line) => `  ${line}\n`).join(""),
    );
    writeFileSync(join(machine.cwd, "a.txt"), "from outside\n");
    expect(await hermes(machine, ["run", "go"], { env })).toMatchObject({ code: 0 });
    expect(told()).toMatchObject([
      { output: `from outside\n${process.getuid?.()}`, exit_code: 0 },
      { error: containing("Not run (rule secret-read)") },
    ]);
    expect(readFileSync(join(machine.cwd, "b.txt"), "utf8")).toBe("from outside\n");
    expect(podman("ps", "--all", "--filter", "label=hermes.owner", "--format", "{{.Labels}}")).not.toContain("session");
  });

  test("when the agent is killed its program in there ends, and leaves nothing", async () => {
    const code = `import { writeFileSync } from "node:fs"; writeFileSync("/workspace/own", ""); setInterval(() => {}, 1000);`;
    const { machine, env, inside } = await world([calls({ name: "execute_code", arguments: { code } }), says("done")]);
    const { child, ended } = start(machine, ["run", "--yolo", "go"], { env });
    await waitUntil(() => inside("ls /workspace").includes("own"));
    child.kill("SIGKILL");
    await ended;
    await waitUntil(() => !/node|hermes-code/.test(inside("ps; ls /tmp")));
  });

  test("doctor names the engine that answers, and what is wrong where none does; status says where commands run", async () => {
    const { machine, env } = await world([]);
    const [works, fails, status] = await Promise.all([
      hermes(machine, ["doctor"], { env }),
      hermes(machine, ["doctor"], { env, before: `PATH=${String(engine.env["PATH"]).split(":")[0]}` }), // a docker without its engine
      hermes(machine, ["status"], { env }),
    ]);
    expect(works.out).toContain("commands     run in podman\n");
    expect(fails.out).toContain("commands     docker does not work: Cannot connect to the Docker daemon");
    expect(status.out).toContain("commands run    in a container (docker or podman)\n");
  });
});
