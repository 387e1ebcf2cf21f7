import { createHash } from "node:crypto";

export type DockerSettings = {
  readonly image: string;
  readonly volumes: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly network: boolean;
  readonly extraArgs: readonly string[];
  /** The folder of this machine that is to be the container's workspace. */
  readonly mountedFolder: string | null;
  readonly hostUser: string | null;
  readonly cpus: number;
  readonly memoryMb: number;
  /** null: as much as the machine has. */
  readonly diskMb?: number | null;
};

export const workspace = "/workspace";
const ofFiles = "--cap-add CHOWN --cap-add DAC_OVERRIDE --cap-add FOWNER".split(" ");
const hardening = "--security-opt no-new-privileges --pids-limit 256 --tmpfs /tmp:rw,nosuid,nodev,size=1g".split(" ");

/** With a folder of this machine, or with arguments nobody has judged, it is no longer a place apart. */
export function isApart({ volumes, mountedFolder, extraArgs }: DockerSettings): boolean {
  return volumes.length === 0 && mountedFolder === null && extraArgs.length === 0;
}

/** Rights over the files of others. Where the host's are among them, somebody who is not root gets none: podman, unlike
 * docker, gives to any user what was added. */
function rightsOf(settings: DockerSettings): readonly string[] {
  const { hostUser } = settings;
  return hostUser === null || hostUser.startsWith("0:") || isApart(settings) ? ofFiles : [];
}

/** Everything about a container but its name and labels. */
export function runArguments(settings: DockerSettings): readonly string[] {
  const { image, volumes, env, network, extraArgs, mountedFolder, hostUser, cpus, memoryMb, diskMb = null } = settings;
  const mounts = [...volumes, ...(mountedFolder === null ? [] : [`${mountedFolder}:${workspace}`])];
  return [
    "--init",
    "--cap-drop",
    "ALL",
    ...rightsOf(settings),
    ...hardening,
    "--cpus",
    String(cpus),
    "--memory",
    `${memoryMb}m`,
    ...(diskMb === null ? [] : ["--storage-opt", `size=${diskMb}m`]),
    ...(network ? [] : ["--network", "none"]),
    ...(hostUser === null ? [] : ["--user", hostUser]),
    ...mounts.flatMap((mount) => ["--volume", mount]),
    ...Object.entries(env).flatMap(([name, value]) => ["--env", `${name}=${value}`]),
    "--workdir",
    workspace,
    ...extraArgs,
    image,
    "sleep",
    "infinity",
  ];
}

/** Changes with the settings: a container made by others is not used. */
export function settingsMark(settings: DockerSettings): string {
  return createHash("sha256")
    .update(JSON.stringify(runArguments({ ...settings, diskMb: null }))) // another limit is no reason to lose what is in it
    .digest("hex")
    .slice(0, 12);
}
