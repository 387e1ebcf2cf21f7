import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { type Programs, programMounts } from "./program-mounts.ts";

export type ContainerEngine = {
  readonly image: string;
  /** What podman needs to find its own storage, and nothing of the machine's. */
  readonly env: Readonly<Record<string, string>>;
  readonly podman: (...args: readonly string[]) => string;
  /** A folder for those who mount it under its own path, to look at files from both sides. */
  readonly shared: string;
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
  const podman = (...args: readonly string[]): string =>
    execFileSync("podman", args, { env, encoding: "utf8", stdio: "pipe" });
  afterAll(() => {
    spawnSync("podman", ["rm", "--all", "--force", "--time", "0"], { env });
    rmSync(base, { recursive: true, force: true, maxRetries: 20 }); // what was killed is still being tidied up
  });
  const image = "localhost/hermes-box:1";
  podman("import", "--quiet", busyboxImage(base), image);
  const trial = spawnSync("podman", ["run", "--rm", "--init", "--network", "none", image, "true"], { env });
  const shared = join(base, "shared");
  mkdirSync(shared);
  return trial.status === 0 ? { image, env, podman, shared } : null;
}

/** The same engine; its containers have these programs of this machine too, as if they were part of the image. */
export function lending(engine: ContainerEngine, programs: Programs): ContainerEngine {
  const CONTAINERS_CONF = join(engine.env["HOME"] ?? "", `lending-${Object.keys(programs).join("-")}.conf`);
  writeFileSync(CONTAINERS_CONF, engineSettings(programMounts(programs)));
  return { ...engine, env: { ...engine.env, CONTAINERS_CONF } };
}

/** A folder in which a program called docker answers as one does whose engine is not running. */
function ownPrograms(base: string): string {
  const folder = join(base, "programs");
  mkdirSync(folder);
  const complaint = "Cannot connect to the Docker daemon at unix:///var/run/docker.sock.";
  writeFileSync(join(folder, "docker"), `#!/bin/sh\necho '${complaint}' >&2\nexit 1\n`, { mode: 0o755 });
  return folder;
}

function settings(base: string): Readonly<Record<string, string>> {
  const [storage, engine] = [join(base, "storage.conf"), join(base, "containers.conf")];
  const places = `graphroot = "${base}/graph"\nrunroot = "${base}/run"`;
  writeFileSync(storage, `[storage]\ndriver = "vfs"\n${places}\n`);
  writeFileSync(engine, engineSettings([]));
  return { CONTAINERS_STORAGE_CONF: storage, CONTAINERS_CONF: engine };
}

/** Limits below those of the machine: inside another container nobody may raise them. */
function engineSettings(mounts: readonly string[]): string {
  const limits = 'default_ulimits = ["nofile=1024:1024", "nproc=1024:1024"]';
  const volumes = `volumes = ${JSON.stringify(mounts)}`;
  return `[containers]\n${limits}\n${volumes}\n[engine]\nruntime = "runc"\nevents_logger = "none"\n`;
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
