import { spawn } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ensurePrivateFolder } from "../../disk/folders.ts";

/** One git command over our own store. `late`: the signal came first. */
export type GitAnswer =
  | { readonly kind: "done"; readonly ok: boolean; readonly out: string; readonly why: string }
  | { readonly kind: "no-git" }
  | { readonly kind: "late" };

type GitCall = {
  readonly args: readonly string[];
  /** The folder whose files it is about, and the list of those git knows. */
  readonly tree?: { readonly root: string; readonly index: string };
  readonly input?: string;
};

export type ShadowGit = {
  readonly folder: string;
  readonly run: (call: GitCall, signal: AbortSignal) => Promise<GitAnswer>;
};

/** Where bytes must stay as they are; the project's own attributes count less. */
const attributes = "* -text -ident -filter -working-tree-encoding\n";
const neverKept = ["node_modules/", ".venv/", "venv/", "__pycache__/", ".hg/", ".svn/"];

/** Git with nothing of the person's: own objects, no configuration but this, no hooks, no questions. */
export function createShadowGit(folder: string, path: string | undefined): ShadowGit {
  return {
    folder,
    run: async (call, signal) => {
      if (signal.aborted) return { kind: "late" };
      if (!existsSync(join(folder, "info", "attributes"))) {
        const made = await init(folder, path, signal);
        if (made.kind !== "done" || !made.ok) return made;
      }
      return runGit(configured(call), environment(folder, path, call.tree), { input: call.input, signal });
    },
  };
}

/** Looks without making anything. */
export async function hasGit(path: string | undefined): Promise<boolean> {
  const env = path === undefined ? {} : { PATH: path };
  const answer = await runGit(["--version"], env, { input: undefined, signal: new AbortController().signal });
  return answer.kind === "done" && answer.ok;
}

async function init(folder: string, path: string | undefined, signal: AbortSignal): Promise<GitAnswer> {
  ensurePrivateFolder(folder);
  const args = ["init", "--quiet", "--bare", "--template=", folder];
  const made = await runGit(args, environment(folder, path, undefined), { input: undefined, signal });
  if (made.kind !== "done" || !made.ok) return made;
  mkdirSync(join(folder, "info"), { recursive: true });
  writeFileSync(join(folder, "info", "exclude"), `${neverKept.join("\n")}\n`);
  writeFileSync(join(folder, "info", "attributes"), attributes); // last: it says that the rest is done
  return made;
}

function configured({ args, tree }: GitCall): readonly string[] {
  const settings = {
    "core.hooksPath": "/dev/null",
    "core.fsmonitor": "false",
    "core.untrackedCache": "false",
    "core.autocrlf": "false",
    "core.attributesFile": "/dev/null",
    "core.excludesFile": tree === undefined ? "/dev/null" : join(tree.root, ".git", "info", "exclude"),
    "core.fsync": "none", // a checkpoint lost with the power is not worth waiting for the disk
    "core.looseCompression": "1",
    "core.quotePath": "false",
    "gc.auto": "0",
    "safe.directory": "*",
  };
  return [...Object.entries(settings).flatMap(([key, value]) => ["-c", `${key}=${value}`]), ...args];
}

function environment(folder: string, path: string | undefined, tree: GitCall["tree"]): NodeJS.ProcessEnv {
  const person = { NAME: "hermes", EMAIL: "hermes@localhost" };
  return {
    ...(path === undefined ? {} : { PATH: path }),
    HOME: folder,
    LC_ALL: "C",
    GIT_DIR: folder,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_TERMINAL_PROMPT: "0",
    GIT_LITERAL_PATHSPECS: "1",
    GIT_NO_REPLACE_OBJECTS: "1",
    GIT_AUTHOR_NAME: person.NAME,
    GIT_AUTHOR_EMAIL: person.EMAIL,
    GIT_COMMITTER_NAME: person.NAME,
    GIT_COMMITTER_EMAIL: person.EMAIL,
    ...(tree === undefined ? {} : { GIT_WORK_TREE: tree.root, GIT_INDEX_FILE: tree.index }),
  };
}

type Feeding = { readonly input: string | undefined; readonly signal: AbortSignal };

async function runGit(args: readonly string[], env: NodeJS.ProcessEnv, { input, signal }: Feeding): Promise<GitAnswer> {
  const child = spawn("git", [...args], { env, cwd: "/", stdio: ["pipe", "pipe", "pipe"] });
  const out: Buffer[] = [];
  const complaints: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => complaints.push(chunk));
  child.stdin.on("error", () => undefined); // it stopped reading; its exit says why
  child.stdin.end(input ?? "");
  const stop = (): void => void child.kill("SIGTERM"); // upon which git takes its locks away
  signal.addEventListener("abort", stop, { once: true });
  return new Promise((resolve) => {
    const answer = (said: GitAnswer): void => {
      signal.removeEventListener("abort", stop);
      resolve(signal.aborted ? { kind: "late" } : said);
    };
    signal.addEventListener("abort", () => resolve({ kind: "late" }), { once: true });
    child.once("error", () => answer({ kind: "no-git" }));
    child.once("close", (code) => {
      const why = Buffer.concat(complaints).toString().trim();
      answer({ kind: "done", ok: code === 0, out: Buffer.concat(out).toString(), why });
    });
  });
}
