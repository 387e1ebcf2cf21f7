import { delimiter } from "node:path";

type Environment = Readonly<Record<string, string>>;

/** The names a program sees. A family is all names that begin so. */
export const seenNames = {
  plain:
    "PATH HOME USER LANG TERM TMPDIR TMP TEMP SHELL LOGNAME PYTHONPATH VIRTUAL_ENV HERMES_HOME HERMES_PROFILE SYSTEMROOT COMSPEC PATHEXT USERPROFILE APPDATA LOCALAPPDATA".split(
      " ",
    ),
  families: ["LC_", "XDG_", "CONDA"],
  /** Of these none, whatever else is said of them. */
  secretWords: "KEY TOKEN SECRET PASSWORD PASSWD CREDENTIAL CREDS AUTH BEARER APIKEY DSN WEBHOOK".split(" "),
  ofProjects: ["PYTHONPATH", "VIRTUAL_ENV", "CONDA"],
} as const;

type Choice = {
  readonly passthrough: readonly string[];
  /** Without what a project's own interpreter would bring along. */
  readonly strict: boolean;
};

type Wanted = Choice & {
  /** Where Python looks for modules before anywhere else. */
  readonly modules: readonly string[];
};

/** What a program may see of the shell's environment, which has lost our own keys already: a short list of names. */
export function codeEnvironment(environment: Environment, { modules, ...choice }: Wanted): Environment {
  const own = seenEnvironment(environment, choice);
  const places = [...modules, ...(own["PYTHONPATH"] ?? "").split(delimiter)].filter((place) => place !== "");
  return { ...own, PYTHONPATH: places.join(delimiter), PYTHONIOENCODING: "utf-8" };
}

export function seenEnvironment(environment: Environment, { passthrough, strict }: Choice): Environment {
  const { plain, families, secretWords, ofProjects } = seenNames;
  const wanted = new Set(passthrough);
  const kept = Object.entries(environment).filter(([name]) => {
    if (strict && begins(name, ofProjects)) return false;
    const isListed = plain.includes(name) || begins(name, families);
    return wanted.has(name) || (isListed && !secretWords.some((word) => name.includes(word)));
  });
  return Object.fromEntries(kept);
}

function begins(name: string, starts: readonly string[]): boolean {
  return starts.some((start) => name.startsWith(start));
}
