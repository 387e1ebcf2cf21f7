import { delimiter } from "node:path";

type Environment = Readonly<Record<string, string>>;

const plain = new Set(
  "PATH HOME USER LANG TERM TMPDIR TMP TEMP SHELL LOGNAME PYTHONPATH VIRTUAL_ENV HERMES_HOME HERMES_PROFILE SYSTEMROOT COMSPEC PATHEXT USERPROFILE APPDATA LOCALAPPDATA".split(
    " ",
  ),
);
const families = /^(?:LC_|XDG_|CONDA)/;
const secretWords = /KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIAL|CREDS|AUTH|BEARER|APIKEY|DSN|WEBHOOK/;
const ofProjects = /^(?:PYTHONPATH|VIRTUAL_ENV|CONDA)/;

type Wanted = {
  readonly passthrough: readonly string[];
  /** Without what a project's own interpreter would bring along. */
  readonly strict: boolean;
  /** Where Python looks for modules before anywhere else. */
  readonly modules: readonly string[];
};

/** What a program may see of the shell's environment, which has lost our own keys already: a short list of names. */
export function codeEnvironment(environment: Environment, { passthrough, strict, modules }: Wanted): Environment {
  const wanted = new Set(passthrough);
  const kept = Object.entries(environment).filter(([name]) => {
    if (strict && ofProjects.test(name)) return false;
    return wanted.has(name) || ((plain.has(name) || families.test(name)) && !secretWords.test(name));
  });
  const own = Object.fromEntries(kept);
  const places = [...modules, ...(own["PYTHONPATH"] ?? "").split(delimiter)].filter((place) => place !== "");
  return { ...own, PYTHONPATH: places.join(delimiter), PYTHONIOENCODING: "utf-8" };
}
