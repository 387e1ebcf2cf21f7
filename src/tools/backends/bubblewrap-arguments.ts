import type { Wall } from "./bubblewrap-mounts.ts";
import { linkArguments, mountArguments } from "./bubblewrap-mounts.ts";

export type SandboxNature = {
  readonly network: boolean;
  /** Root needs some of its rights to work on files of others; none of them moves a wall. */
  readonly isRoot: boolean;
};

const rootRights = ["CAP_CHOWN", "CAP_DAC_OVERRIDE", "CAP_FOWNER"];

/** One namespace for all processes, which the kernel ends with it, and with us. */
export function natureArguments({ network, isRoot }: SandboxNature): readonly string[] {
  return [
    "--unshare-pid",
    "--unshare-ipc",
    "--die-with-parent",
    "--new-session",
    ...(network ? [] : ["--unshare-net"]),
    ...(isRoot ? ["--cap-drop", "ALL", ...rootRights.flatMap((right) => ["--cap-add", right])] : []), // it keeps all else
  ];
}

export function sandboxArguments(
  nature: SandboxNature,
  walls: readonly Wall[],
  { emptyFile, paths }: { readonly emptyFile: string; readonly paths: readonly string[] },
): readonly string[] {
  const links = paths.flatMap((path) => linkArguments(path, walls));
  return [...natureArguments(nature), ...mountArguments(walls, emptyFile), ...links, "--chdir", "/"];
}
