import { isAbsolute, join, normalize, relative, sep } from "node:path";
import { readVerdict, realPath } from "./paths.ts";

/** Where a person's `@` references may lead. */
export type ReferencePlaces = {
  readonly userHome: string;
  readonly hermesHome: string;
  /** Everything below these, and nothing else. */
  readonly roots: readonly string[];
};

export type ReferencePath =
  | { readonly kind: "allowed"; readonly real: string }
  | { readonly kind: "refused"; readonly because: string };

const privateFolders = [".ssh", ".aws", ".gnupg", ".kube", ".docker", ".azure", ".config/gh"];
const shellFiles = [".bashrc", ".zshrc", ".profile", ".bash_profile", ".zprofile"];
const keyFiles = [".netrc", ".pgpass", ".npmrc", ".pypirc", ".git-credentials"];

/** Whether a path may be attached, and where it really leads. A check that fails refuses. */
export function referencePath(absolute: string, places: ReferencePlaces): ReferencePath {
  try {
    const real = realPath(absolute);
    const because = problemOf(absolute, real, places);
    return because === null ? { kind: "allowed", real } : { kind: "refused", because };
  } catch {
    return { kind: "refused", because: "its place could not be checked" };
  }
}

function problemOf(absolute: string, real: string, places: ReferencePlaces): string | null {
  const verdict = readVerdict(absolute, { ...places, safeRoots: [] });
  if (verdict.kind === "denied") return verdict.because.split(";", 1)[0] ?? verdict.because; // advice is for the model
  if ([normalize(absolute), real].some((path) => isPrivate(path, places))) return "it may hold keys or passwords";
  return places.roots.some((root) => isBelow(real, realPath(root))) ? null : "it lies outside the working folder";
}

function isPrivate(path: string, { userHome, hermesHome }: ReferencePlaces): boolean {
  const homes = [userHome, realPath(userHome)];
  const named = [...privateFolders, ...shellFiles, ...keyFiles].flatMap((name) =>
    homes.map((home) => join(home, name)),
  );
  const hubs = [hermesHome, realPath(hermesHome)].map((home) => join(home, "skills", ".hub"));
  return [...named, ...hubs].some((place) => isBelow(path, place));
}

function isBelow(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
