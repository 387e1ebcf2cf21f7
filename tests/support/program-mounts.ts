import { execFileSync, spawnSync } from "node:child_process";
import { realpathSync } from "node:fs";
import { dirname } from "node:path";

/** Where programs of this machine are, by the names they are to have. */
export type Programs = Readonly<Record<string, string>>;

/** Read-only mounts by which programs of this machine run where nothing else of it is. */
export function programMounts(programs: Programs): readonly string[] {
  const own = Object.entries(programs).map(([name, path]) => `${realpathSync(path)}:/usr/bin/${name}:ro`);
  const needed = Object.entries(programs).flatMap(([name, path]) => [...librariesOf(path), ...foldersOf(name, path)]);
  return [...own, ...[...new Set(needed)].map((path) => `${realpathSync(path)}:${path}:ro`)];
}

/** The loader, and the folders of the libraries; nothing for what is linked statically. */
function librariesOf(path: string): readonly string[] {
  const { stdout } = spawnSync("ldd", [path], { encoding: "utf8" });
  const loader = [...stdout.matchAll(/^\s*(\/\S+) \(/gm)].map(([, file = ""]) => file);
  const folders = [...stdout.matchAll(/=> (\/\S+) \(/g)].map(([, file = ""]) => dirname(file));
  return [...loader, ...folders];
}

function foldersOf(name: string, path: string): readonly string[] {
  const said = (...args: readonly string[]) => execFileSync(path, args, { encoding: "utf8" }).trim();
  if (name === "python3") return [said("-c", "import os; print(os.path.dirname(os.__file__))")];
  return name === "git" ? [said("--exec-path")] : [];
}
