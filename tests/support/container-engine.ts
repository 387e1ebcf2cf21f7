import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

export type ContainerEngine = {
  readonly image: string;
  /** What podman needs to find its own storage, and nothing of the machine's. */
  readonly env: Readonly<Record<string, string>>;
  readonly podman: (...args: readonly string[]) => string;
};

const folders = "bin dev etc proc root sys tmp usr/bin var workspace";

/**
 * A real podman with a storage of its own and an image that is busybox and nothing else; null where it is not
 * installed or this machine lets nobody start containers. Call it once in a file.
 */
export function containerEngine(): ContainerEngine | null {
  if (spawnSync("podman", ["--version"]).status !== 0 || spawnSync("busybox").status !== 0) return null;
  const base = realpathSync(mkdtempSync(join(tmpdir(), "hermes-engine-")));
  const env = { PATH: `${ownPrograms(base)}:/usr/sbin:/usr/bin:/sbin:/bin`, HOME: base, ...settings(base) };
  const podman = (...args: readonly string[]): string => execFileSync("podman", args, { env, encoding: "utf8" });
  afterAll(() => {
    spawnSync("podman", ["rm", "--all", "--force", "--time", "0"], { env });
    rmSync(base, { recursive: true, force: true });
  });
  const image = "localhost/hermes-box:1";
  podman("import", "--quiet", busyboxImage(base), image);
  const trial = spawnSync("podman", ["run", "--rm", "--init", "--network", "none", image, "true"], { env });
  return trial.status === 0 ? { image, env, podman } : null;
}

/** A folder in which a program called docker answers as one does whose engine is not running. */
function ownPrograms(base: string): string {
  const folder = join(base, "programs");
  mkdirSync(folder);
  const complaint = "Cannot connect to the Docker daemon at unix:///var/run/docker.sock.";
  writeFileSync(join(folder, "docker"), `#!/bin/sh\necho '${complaint}' >&2\nexit 1\n`, { mode: 0o755 });
  return folder;
}

/** Limits below those of the machine: inside another container nobody may raise them. */
function settings(base: string): Readonly<Record<string, string>> {
  const [storage, engine] = [join(base, "storage.conf"), join(base, "containers.conf")];
  const places = `graphroot = "${base}/graph"\nrunroot = "${base}/run"`;
  writeFileSync(storage, `[storage]\ndriver = "vfs"\n${places}\n`);
  const limits = 'default_ulimits = ["nofile=1024:1024", "nproc=1024:1024"]';
  writeFileSync(engine, `[containers]\n${limits}\n[engine]\nruntime = "runc"\nevents_logger = "none"\n`);
  return { CONTAINERS_STORAGE_CONF: storage, CONTAINERS_CONF: engine };
}

function busyboxImage(base: string): string {
  const root = join(base, "root");
  for (const folder of folders.split(" ")) mkdirSync(join(root, folder), { recursive: true });
  const box = execFileSync("which", ["busybox"], { encoding: "utf8" }).trim();
  cpSync(realpathSync(box), join(root, "bin/busybox"));
  const names = execFileSync(box, ["--list"], { encoding: "utf8" }).trim().split("\n");
  for (const name of names) if (name !== "busybox") symlinkSync("busybox", join(root, "bin", name));
  writeFileSync(join(root, "etc/passwd"), "root:x:0:0:root:/root:/bin/sh\n");
  const archive = join(base, "root.tar");
  execFileSync("tar", ["-C", root, "-cf", archive, "."]);
  return archive;
}
