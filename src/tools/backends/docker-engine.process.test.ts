import { chmodSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { containerEngine } from "../../../tests/support/container-engine.ts";
import { containing } from "../../../tests/support/matching.ts";
import { shellWorld } from "../../../tests/support/shell-world.ts";
import type { DockerSettings } from "./docker-arguments.ts";
import { createDockerBackend } from "./docker-backend.ts";
import { withUsualShell } from "./usual-shell.ts";

const engine = containerEngine();

function world(changes: Partial<DockerSettings> = {}, { owner = "profile x", persistent = true } = {}) {
  const { image, env, podman } = engine ?? { image: "", env: {}, podman: () => "" };
  const usual = { volumes: [], env: { COLOUR: "blue" }, network: false, extraArgs: [], mountedFolder: null };
  const settings = { image, ...usual, hostUser: null, cpus: 1, memoryMb: 256, ...changes };
  const backend = createDockerBackend({ settings, owner, persistent, env });
  const made = shellWorld({ backend: () => backend, shell: "sh", cwd: "/workspace" });
  onTestFinished(async () => void (await made.close()));
  const running = (): readonly string[] => podman("ps", "--format", "{{.ID}}").trim().split("\n").filter(Boolean);
  return { ...made, backend, podman, running };
}

describe.skipIf(engine === null)("in a real container", () => {
  test("a docker without its engine leaves the work to podman; nothing of this machine is seen", async () => {
    const { sh, backend } = world();
    expect(backend.isolation).toBe("container");
    expect(await sh("pwd; echo $COLOUR; ls /; id -u")).toMatchObject({
      output: containing("/workspace\nblue\nbin\ndev\n"),
      exit_code: 0,
    });
    expect(await sh("ls /home /opt")).toMatchObject({ exit_code: 1 });
    expect(await sh("cd /tmp; export A=b")).toMatchObject({ exit_code: 0 });
    expect(await sh("pwd; echo $A")).toMatchObject({ output: "/tmp\nb" });
  });

  test("the walls hold: no network, few rights, no more processes than allowed", async () => {
    const { sh } = world();
    expect(await sh("cat /proc/net/dev | tail -n +3 | cut -d: -f1 | tr -d ' '")).toMatchObject({ output: "lo" });
    expect(await sh("mount -t tmpfs none /mnt; mknod /tmp/disk b 8 0; chroot / true")).toMatchObject({
      output: containing("Operation not permitted"),
    });
    const limit = "cat /sys/fs/cgroup/pids/pids.max /sys/fs/cgroup/pids.max 2>/dev/null";
    expect(await sh(limit)).toMatchObject({ output: "256" });
    expect(await sh("grep -E 'NoNewPrivs|CapEff' /proc/self/status")).toMatchObject({
      output: "CapEff:\t000000000000000b\nNoNewPrivs:\t1", // CHOWN, DAC_OVERRIDE and FOWNER
    });
  });

  test("a command that takes too long ends in there too, with all it started", async () => {
    const { sh, run } = world();
    expect(await run({ command: "sh -c 'sleep 1234'; sleep 1235", timeout: 1 })).toMatchObject({ exit_code: 124 });
    expect(await sh("ps | grep -c 'sleep 123[45]'")).toMatchObject({ output: "0" });
  });

  test("a background process lives in there, is read and ended", async () => {
    const { background, proc } = world();
    const id = await background("echo ready; cat");
    await proc({ action: "submit", session_id: id, data: "hello" });
    await proc({ action: "close", session_id: id });
    expect(await proc({ action: "wait", session_id: id })).toMatchObject({ status: "exited", exit_code: 0 });
    expect(await proc({ action: "log", session_id: id })).toMatchObject({ output: containing("ready\nhello") });
  });

  test("a profile's container is found again and keeps its files; other settings make another", async () => {
    const first = world({}, { owner: "profile again" });
    await first.sh("echo kept > /root/file");
    await first.backend.close();
    const second = world({}, { owner: "profile again" });
    expect(await second.sh("cat /root/file")).toMatchObject({ output: "kept" });
    const before = second.running().length;
    const other = world({ env: { COLOUR: "red" } }, { owner: "profile again" });
    expect(await other.sh("cat /root/file; echo $COLOUR")).toMatchObject({ output: containing("red") });
    expect(other.running()).toHaveLength(before);
  });

  test("a session's own container goes with it; one that was removed is made again", async () => {
    const { sh, backend, running, podman } = world({}, { owner: "session y", persistent: false });
    await sh("true");
    const mine = running().length;
    podman("rm", "--force", "--time", "0", podman("ps", "-q", "--filter", "label=hermes.owner=session y").trim());
    expect(await sh("echo again")).toMatchObject({ output: "again" });
    expect(running()).toHaveLength(mine);
    await backend.close();
    expect(running()).toHaveLength(mine - 1);
  });

  test("a folder of this machine can be its workspace; the container is no longer apart then", async () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), "hermes-mounted-")));
    writeFileSync(join(folder, "a"), "from outside");
    const { sh, backend } = world({ mountedFolder: folder }, { owner: "profile mounted" });
    expect(backend.isolation).toBe("none");
    expect(await sh("cat a; echo inside > b")).toMatchObject({ output: "from outside" });
    expect(readFileSync(join(folder, "b"), "utf8")).toBe("inside\n");
  });

  test("somebody who is not root can work in the workspace", async () => {
    const { sh } = world({ hostUser: "1234:5678" }, { owner: "profile other" });
    expect(await sh("id -u; id -g; echo x > b && cat b; stat -c %u:%g b")).toMatchObject({
      output: "1234\n5678\nx\n1234:5678",
    });
  });

  test("where files of the host are in there, that somebody has no rights over what belongs to others", async () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), "hermes-mounted-")));
    writeFileSync(join(folder, "a"), "from outside\n");
    writeFileSync(join(folder, "secret"), "mine\n", { mode: 0o600 });
    chmodSync(folder, 0o755);
    const changes = { volumes: [`${folder}:/data`, `${folder}:/fixed:ro`], hostUser: "1234:5678" };
    const { sh } = world(changes, { owner: "profile mounts" });
    expect(await sh("cat /data/a; grep CapEff /proc/self/status")).toMatchObject({
      output: "from outside\nCapEff:\t0000000000000000",
    });
    for (const command of ["cat /data/secret", "echo x > /data/b", "echo x > /root/b"]) {
      expect(await sh(command)).toMatchObject({ output: containing("ermission denied") });
    }
    expect(await sh("echo x > /fixed/b")).toMatchObject({ output: containing("Read-only file system") });
  });

  test("a terminal in there is one", async () => {
    const { run } = world();
    expect(await run({ command: "test -t 0 && test -t 1 && stty size", pty: true })).toMatchObject({ output: "24 80" });
  });

  test("what is gone is made anew and told once, with the folder that is gone too", async () => {
    const { sh, podman } = world({}, { owner: "profile gone" });
    await sh("mkdir /root/deep; cd /root/deep");
    podman("rm", "--force", "--time", "0", podman("ps", "-q", "--filter", "label=hermes.owner=profile gone").trim());
    expect(await sh("pwd")).toMatchObject({
      output: "/workspace",
      hint: "The container was gone: this is a new one, without what was in the old. The working directory /root/deep is gone; this ran in /workspace.",
    });
    expect(await sh("pwd")).toEqual({ output: "/workspace", error: null, exit_code: 0 });
  });

  test("one that was stopped is started again, with what is in it and without a word", async () => {
    const { sh, podman } = world({}, { owner: "profile stopped" });
    await sh("echo kept > /root/file");
    podman("stop", "--time", "0", podman("ps", "-q", "--filter", "label=hermes.owner=profile stopped").trim());
    expect(await sh("cat /root/file")).toEqual({ output: "kept", error: null, exit_code: 0 });
  });

  test("without bash commands run in sh, in the foreground and behind, and the first says so", async () => {
    const { backend } = world();
    const made = shellWorld({ backend: () => withUsualShell(backend), cwd: "/workspace" });
    onTestFinished(async () => void (await made.table.close()));
    const hint = "There is no bash here: commands run in sh.";
    expect(await made.sh("cd /tmp; echo $0")).toMatchObject({ output: "sh", cwd: "/tmp", hint });
    expect(await made.sh("pwd")).toEqual({ output: "/tmp", error: null, exit_code: 0 });
    const id = await made.background("echo behind");
    expect(await made.proc({ action: "wait", session_id: id })).toMatchObject({ output: containing("behind") });
  });
});
