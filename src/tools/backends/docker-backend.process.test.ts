import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { shellWorld } from "../../../tests/support/shell-world.ts";
import { containing } from "../../../tests/support/matching.ts";
import { type DockerSettings, settingsMark } from "./docker-arguments.ts";
import { createDockerBackend } from "./docker-backend.ts";

const settings: DockerSettings = {
  image: "some/image:1",
  volumes: [],
  env: { LANG: "C" },
  network: true,
  extraArgs: [],
  mountedFolder: null,
  hostUser: null,
  cpus: 2,
  memoryMb: 512,
};

/** Writes down what it is asked, and runs programs right here. */
const recorder = `#!/bin/sh
here=$(dirname "$0")
[ "$1" = exec ] && [ -e "$here/down" ] && { echo "No such container" >&2; exit 1; }
[ "$1" = exec ] || echo "$*" >> "$here/asked"
case $1 in
  ps) [ -e "$here/refuses" ] && { echo "Cannot connect to the Docker daemon" >&2; exit 1; }; cut -f1 "$here/list" ;;
  inspect) cat "$here/list" ;;
  run) case "$*" in *--storage-opt*) [ -e "$here/no-quota" ] && { echo "--storage-opt is supported only for overlay over xfs with 'pquota' mount option" >&2; exit 125; } ;; esac; echo made-id ;;
  exec) shift 3; exec "$@" ;;
esac
exit 0
`;

const whereIs = (tool: string): string => execFileSync("which", [tool], { encoding: "utf8" }).trim();

function world(
  changes: Partial<DockerSettings> = {},
  { persistent = true, name = "docker", list = "", onNoDiskLimit = (): void => undefined } = {},
) {
  const folder = mkdtempSync(join(tmpdir(), "hermes-docker-"));
  writeFileSync(join(folder, name), recorder);
  writeFileSync(join(folder, "list"), list);
  chmodSync(join(folder, name), 0o755);
  for (const tool of ["sh", "dirname", "cat", "env", "ps", "cut"]) symlinkSync(whereIs(tool), join(folder, tool));
  const backend = createDockerBackend({
    settings: { ...settings, ...changes },
    owner: "profile x",
    persistent,
    onNoDiskLimit,
    env: { PATH: folder }, // nothing else of this machine, which may have the real one
  });
  const made = shellWorld({ backend: () => backend });
  onTestFinished(async () => void (await made.close()));
  const asked = () => {
    const file = join(folder, "asked");
    return existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
  };
  return { ...made, backend, folder, asked, verbs: () => asked().map((line) => line.split(" ")[0]) };
}

test("the first command makes a hardened container, the next ones use it", async () => {
  const { sh, asked, verbs } = world();
  expect(await sh("echo in; echo err >&2; export A=b; exit 3")).toMatchObject({ output: "in\nerr", exit_code: 3 });
  expect(await sh("echo $A")).toMatchObject({ output: "b" });
  expect(verbs()).toEqual(["ps", "run"]);
  expect(asked()[1]).toBe(
    `run --detach --label hermes.owner=profile x --label hermes.settings=${settingsMark(settings)} --label hermes.process= --init --cap-drop ALL --cap-add CHOWN --cap-add DAC_OVERRIDE --cap-add FOWNER --security-opt no-new-privileges --pids-limit 256 --tmpfs /tmp:rw,nosuid,nodev,size=1g --cpus 2 --memory 512m --env LANG=C --workdir /workspace some/image:1 sleep infinity`,
  );
});

test("the disk of a container is limited; where the driver cannot, it is made without and that is told", async () => {
  const limited = world({ diskMb: 2_048 });
  await limited.sh("true");
  expect(limited.asked()[1]).toContain("--memory 512m --storage-opt size=2048m --env");
  let told = 0;
  const refusing = world({ diskMb: 2_048 }, { onNoDiskLimit: () => void (told += 1) });
  writeFileSync(join(refusing.folder, "no-quota"), "");
  expect(await refusing.sh("echo in")).toMatchObject({ output: "in" });
  expect([refusing.verbs(), told]).toEqual([["ps", "run", "run"], 1]);
  expect(refusing.asked()[2]).not.toContain("--storage-opt");
});

const row = (id: string, state: string, mark = settingsMark(settings), owner = "profile x") => {
  const [name, keeper = ""] = owner.split("\t");
  return `${[id, state, name, mark, keeper].join("\t")}\n`;
};

test("a profile's container is found again, and started where it had stopped", async () => {
  const running = world({}, { list: row("old", "running") });
  await running.sh("true");
  expect(running.verbs()).toEqual(["ps", "inspect"]);
  const stopped = world({}, { list: row("old", "exited") });
  await stopped.sh("true");
  expect(stopped.asked().slice(2)).toEqual(["start old"]);
});

test("a container of other settings, and those of sessions that are gone, are removed; the living stay", async () => {
  const alive = row("busy", "running", "m", `session of another\t${process.pid}:`);
  const list = row("stale", "running", "othermark") + row("orphan", "running", "m", "session 1\t999999999:1") + alive;
  const { sh, asked } = world({}, { list });
  await sh("true");
  expect(asked().slice(2, 4)).toEqual(["rm --force stale", "rm --force orphan"]);
  expect(asked().slice(4)).toEqual([containing("run --detach")]);
});

test("one that is not to last is removed with its session", async () => {
  const { sh, asked, close } = world({}, { persistent: false });
  await sh("true");
  expect(asked()[1]).toContain(`hermes.process=${process.pid}:`);
  await close();
  expect(asked().at(-1)).toBe("rm --force made-id");
});

test.each([
  { changes: {}, isolation: "container" },
  { changes: { volumes: ["/srv:/srv"] }, isolation: "none" },
  { changes: { mountedFolder: "/srv" }, isolation: "none" },
  { changes: { extraArgs: ["--privileged"] }, isolation: "none" },
])("what reaches the host is no place apart: $changes", ({ changes, isolation }) => {
  expect(world(changes).backend.isolation).toBe(isolation);
});

test("podman takes the place of docker; without either, or without its service, the command says so", async () => {
  const podman = world({}, { name: "podman" });
  expect(await podman.sh("echo in")).toMatchObject({ output: "in" });
  expect(await world({}, { name: "neither" }).sh("echo in")).toMatchObject({
    error: "The command could not be started: neither docker nor podman was found",
  });
  const refusing = world();
  writeFileSync(join(refusing.folder, "refuses"), "");
  expect(await refusing.sh("echo in")).toMatchObject({
    error: "The command could not be started: Cannot connect to the Docker daemon",
  });
});

test("a container that is gone is looked for again by the next command", async () => {
  const { sh, verbs, folder } = world();
  await sh("true");
  writeFileSync(join(folder, "down"), "");
  expect(await sh("echo in")).toMatchObject({ status: "degraded", reason: "No such container" });
  expect(await sh("echo in")).toMatchObject({ status: "degraded" });
  expect(verbs().filter((verb) => verb === "run").length).toBeGreaterThan(1);
});
