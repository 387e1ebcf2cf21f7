import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { systemClock } from "../../src/app/system-clock.ts";
import { createBubblewrapBackend } from "../../src/tools/backends/bubblewrap-backend.ts";
import { createBubblewrapTrial } from "../../src/tools/backends/bubblewrap-trial.ts";
import type { SandboxPlaces } from "../../src/tools/backends/bubblewrap-walls.ts";
import { shellWorld } from "./shell-world.ts";

/** Where it is absent, tests that need it are skipped, and a build that counts skips fails. */
export const hasBubblewrap = createBubblewrapTrial()(process.env["PATH"] ?? "").kind === "works";

export const planted = "planted-secret-0123456789";

type Changes = {
  readonly network?: boolean;
  readonly root?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly files?: Readonly<Record<string, string>>;
  readonly places?: (root: string) => Partial<SandboxPlaces>;
  /** The folder commands start in, below the root. */
  readonly work?: string;
};

/** A machine in a folder: a home with keys in it, the agent's own home and a workspace with a secret. */
export function sandboxWorld({ network = true, env = {}, files = {}, work = "work", ...changes }: Changes = {}) {
  const root = changes.root ?? realpathSync(mkdtempSync(join(tmpdir(), "hermes-sandbox-")));
  const userHome = join(root, "home");
  const hermesHome = join(userHome, ".hermes");
  const all = { ...plantedFiles, ...files };
  for (const [name, text] of Object.entries(all)) put(join(root, name), text);
  mkdirSync(join(root, work), { recursive: true });
  const backend = (cwd: string) =>
    createBubblewrapBackend({
      places: {
        userHome,
        hermesHome,
        skillFolders: [join(hermesHome, "skills")],
        roots: [cwd],
        caches: [],
        ...changes.places?.(root),
      },
      network,
      trial: createBubblewrapTrial(),
      clock: systemClock,
      path: process.env["PATH"] ?? "",
      cacheFolder: join(hermesHome, "cache"),
    });
  const world = shellWorld({ cwd: join(root, work), backend, env: { HOME: userHome, ...env } });
  return { ...world, root, userHome, hermesHome };
}

const plantedFiles = {
  "home/.ssh/id_rsa": planted,
  "home/.netrc": planted,
  "home/.bashrc": "# mine\n",
  "home/project/.env": planted,
  "home/.hermes/.env": planted,
  "home/.hermes/hermes.db": planted,
  "home/.hermes/skills/one/run.sh": "echo a skill ran\n",
  "work/.env": planted,
  "work/deep/down/.env.production": planted,
  "work/.env.example": "NAME=value\n",
  "work/plain.txt": "plain\n",
};

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
