import { join } from "node:path";
import { realPath } from "../../safety/paths.ts";
import { gitWalls } from "./bubblewrap-git.ts";
import type { Wall } from "./bubblewrap-mounts.ts";
import { credentialsOf } from "./bubblewrap-secrets.ts";

/** The places a sandbox is built around. */
export type SandboxPlaces = {
  readonly userHome: string;
  /** Of all profiles: none of it is seen but the skills. */
  readonly hermesHome: string;
  readonly skillFolders: readonly string[];
  /** The workspace: all of these can be written to. */
  readonly roots: readonly string[];
  readonly caches: readonly string[];
  /** What this program itself needs to start inside. */
  readonly installation: readonly string[];
};

/** Files by which a later login or command of the person would run what was written there. */
const startFiles =
  ".bashrc .bash_profile .bash_login .bash_aliases .profile .zshrc .zshenv .zprofile .zlogin .config/fish .config/systemd .config/autostart .config/environment.d .gitconfig .config/git .local/bin .vimrc .tmux.conf".split(
    " ",
  );

export function wallsOf(places: SandboxPlaces, environmentFiles: readonly string[]): readonly Wall[] {
  const { userHome, hermesHome, skillFolders, roots, caches, installation } = places;
  return [
    ...as("see", [userHome, ...installation]),
    ...as("write", [...roots, ...caches]),
    ...roots.flatMap((root) => gitWalls(realPath(root))),
    ...as(
      "read",
      startFiles.map((name) => join(userHome, name)),
    ),
    ...as("hide", [hermesHome, ...credentialsOf(userHome), ...environmentFiles]),
    ...as("read", skillFolders),
  ];
}

function as(shows: Wall["shows"], paths: readonly string[]): readonly Wall[] {
  return [...new Set(paths.map(realPath))].map((path) => ({ path, shows }));
}
