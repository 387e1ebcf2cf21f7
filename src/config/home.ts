import { readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { readBounded } from "../disk/bounded-read.ts";
import { configPhrases as say } from "../text/phrases/config.ts";
import { codeOf } from "./error-code.ts";

/** Where everything of a user or profile is kept. `base` and `path` differ only inside a profile. */
export type Home = { readonly base: string; readonly path: string; readonly profile: string | null };

type HomeProblem = {
  readonly kind: "unknown-profile" | "bad-profile-name" | "not-a-folder" | "unreachable";
  /** For the person; a surface prints it and exits with 2. */
  readonly message: string;
};

export type HomeInput = {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** `--profile`, which beats HERMES_PROFILE, which beats the sticky `active_profile`. */
  readonly profile: string | null;
  readonly homedir: string;
  readonly platform: NodeJS.Platform;
};

export type HomeResult =
  | { readonly kind: "home"; readonly home: Home }
  | { readonly kind: "problem"; readonly problem: HomeProblem };

const profileName = /^[a-z0-9][a-z0-9_-]{0,63}$/;
/** The name that stands for the base home itself. */
export const baseItself = "default";

/** Looks only: nothing is created, so that a mistyped profile leaves no trace. */
export function resolveHome(input: HomeInput): HomeResult {
  const base = baseOf(input);
  const found = entryAt(base);
  if (found === "other") return problem("not-a-folder", say.homeNotAFolder(base));
  if (found !== "folder" && found !== "missing") return problem("unreachable", say.homeUnwritable(base, found));
  const chosen = chosenProfile(input, base);
  if (chosen === null || chosen.name === baseItself) return { kind: "home", home: { base, path: base, profile: null } };
  const { name, source } = chosen;
  if (!profileName.test(name)) return problem("bad-profile-name", say.badProfileName(name, source));
  const path = join(base, "profiles", name);
  if (entryAt(path) !== "folder") return problem("unknown-profile", say.unknownProfile(name, source, profilesIn(base)));
  return { kind: "home", home: { base, path, profile: name } };
}

/** The profiles of a base home, by name. */
export function profilesIn(base: string): readonly string[] {
  try {
    return readdirSync(join(base, "profiles"), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && profileName.test(entry.name))
      .map((entry) => entry.name)
      .toSorted();
  } catch {
    return []; // no folder, no profiles
  }
}

export function isProfileName(name: string): boolean {
  return profileName.test(name) && name !== baseItself;
}

export const profilePath = (base: string, name: string): string =>
  name === baseItself ? base : join(base, "profiles", name);
/** The name of the sticky profile; an empty one stands for the base itself. */
export const stickyProfile = (base: string): string => firstLine(join(base, "active_profile"));

export const configPath = (home: Home): string => join(home.path, "config.yaml");
export const envPath = (home: Home): string => join(home.path, ".env");

/** The home all profiles share, whether or not the chosen profile exists. */
export function baseOf({ env, homedir, platform }: Omit<HomeInput, "profile">): string {
  const given = env["HERMES_HOME"]?.trim() ?? "";
  if (given !== "") return resolve(given.replace(/^~(?=$|[\\/])/, () => homedir));
  if (platform !== "win32") return join(homedir, ".hermes");
  return join(env["LOCALAPPDATA"] ?? join(homedir, "AppData", "Local"), "hermes");
}

function chosenProfile({ env, profile }: HomeInput, base: string): { name: string; source: string } | null {
  if (profile !== null) return { name: profile, source: "--profile" };
  const fromEnv = env["HERMES_PROFILE"]?.trim() ?? "";
  if (fromEnv !== "") return { name: fromEnv, source: "HERMES_PROFILE" };
  const path = join(base, "active_profile");
  const sticky = stickyProfile(base);
  return sticky === "" ? null : { name: sticky, source: path };
}

function firstLine(path: string): string {
  try {
    const read = readBounded(path, 4_096);
    return read.kind === "read" ? (read.bytes.toString("utf8").trim().split("\n")[0] ?? "") : "";
  } catch {
    return ""; // not ours to read: as if no profile were sticky
  }
}

/** What stands at a path, or the system's code for not being allowed to look. */
function entryAt(path: string): string {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return "missing";
    return stats.isDirectory() ? "folder" : "other";
  } catch (error) {
    return codeOf(error);
  }
}

function problem(kind: HomeProblem["kind"], message: string): HomeResult {
  return { kind: "problem", problem: { kind, message } };
}
