import { statSync } from "node:fs";
import { join, resolve } from "node:path";

export type InstallSource =
  | { readonly kind: "path"; readonly path: string }
  | { readonly kind: "git"; readonly url: string; readonly ref: string | null }
  | { readonly kind: "npm"; readonly spec: string };

const gitUrl = /^(?:git\+|git@|git:\/\/|ssh:\/\/|file:\/\/)|\.git(?:#[^#]+)?$/;
const packageSpec = /^(?:@[\w.-]+\/)?[\w][\w.-]*(?:@[\w.^~<>=*-]+)?$/;

type Place = { readonly cwd: string; readonly userHome: string };

/** What was meant by `install <spec>`; null: nothing we know how to fetch. */
export function installSource(spec: string, place: Place): InstallSource | null {
  if (spec.startsWith("-") || spec.trim() === "") return null; // never an option of npm or git
  if (/^(?:[./~]|[A-Za-z]:[\\/])/.test(spec)) return onDisk(spec, place);
  if (gitUrl.test(spec)) return repository(spec);
  return packageSpec.test(spec) ? { kind: "npm", spec } : null;
}

function onDisk(spec: string, { cwd, userHome }: Place): InstallSource | null {
  const path = spec.startsWith("~/") ? join(userHome, spec.slice(2)) : resolve(cwd, spec);
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return null;
  if (!stats.isDirectory()) return { kind: "npm", spec: path }; // a packed one
  return path.endsWith(".git") ? { kind: "git", url: path, ref: null } : { kind: "path", path };
}

function repository(spec: string): InstallSource | null {
  const [url = "", ref = null] = spec.replace(/^git\+/, "").split("#");
  return ref?.startsWith("-") === true ? null : { kind: "git", url, ref };
}
