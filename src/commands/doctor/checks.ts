import { statSync } from "node:fs";
import { join } from "node:path";
import { homeFolders } from "../../config/seed-home.ts";
import { ensurePrivateFolder } from "../../disk/folders.ts";
import { doctorPhrases } from "../../text/phrases/doctor.ts";
import { broken, type Check, doubtful, type Finding, fine } from "./check.ts";
import { narrow, tooOpen } from "./home-modes.ts";
import { removeLock, staleLocks } from "./stale-locks.ts";
import type { DoctorWorld } from "./world.ts";

const oldestNode = [24, 15] as const;
const megabyte = 1024 * 1024;
const programLimitMs = 5_000;

const node: Check = {
  id: "node",
  run: async ({ nodeVersion }) => {
    const [major = 0, minor = 0] = nodeVersion.split(".").map(Number);
    const isOld = major < oldestNode[0] || (major === oldestNode[0] && minor < oldestNode[1]);
    return isOld ? broken(doctorPhrases.oldNode(nodeVersion, oldestNode.join("."))) : fine(nodeVersion);
  },
};

const sqlite: Check = {
  id: "sqlite",
  run: async ({ probeSqlite }) => {
    const { version, fullText } = await probeSqlite();
    return fullText ? fine(doctorPhrases.sqlite(version)) : broken(doctorPhrases.noFullText(version));
  },
};

const config: Check = {
  id: "config",
  run: async ({ readConfig }) => {
    const { file, unreadable, problems } = await readConfig();
    if (unreadable) return broken(doctorPhrases.configUnreadable(file, problems));
    return problems.length === 0 ? fine(file) : doubtful(doctorPhrases.configProblems(file, problems));
  },
};

const credentials: Check = {
  id: "credentials",
  run: async ({ findRuntime }) => {
    const runtime = await findRuntime();
    if (runtime.kind === "missing") return broken(runtime.message);
    return fine(doctorPhrases.runtime(runtime.model, runtime.provider, runtime.credential));
  },
};

const home: Check = {
  id: "home",
  run: async (world) => {
    const stats = statSync(world.home, { throwIfNoEntry: false });
    if (stats === undefined) return doubtful(doctorPhrases.noHome(world.home));
    if (!stats.isDirectory()) return broken(doctorPhrases.homeIsNoFolder(world.home));
    const open = world.modesMatter ? tooOpen(world.home) : [];
    if (open.length > 0) return broken(doctorPhrases.tooOpen(open.map(({ path }) => path)));
    const missing = missingFolders(world.home);
    return missing.length === 0 ? fine(world.home) : doubtful(doctorPhrases.missingFolders(world.home, missing));
  },
  fix: async (world) => {
    const missing = missingFolders(world.home);
    ensurePrivateFolder(world.home);
    for (const folder of missing) ensurePrivateFolder(join(world.home, folder));
    const open = world.modesMatter ? tooOpen(world.home) : [];
    narrow(open);
    return [
      ...missing.map((folder) => doctorPhrases.madeFolder(join(world.home, folder))),
      ...open.map(({ path, mode, wanted }) => doctorPhrases.narrowed(path, mode & wanted)),
    ];
  },
};

function missingFolders(path: string): readonly string[] {
  return homeFolders.filter((folder) => statSync(join(path, folder), { throwIfNoEntry: false }) === undefined);
}

const locks: Check = {
  id: "locks",
  run: async ({ home: path, clock }) => {
    const stale = staleLocks(path, clock);
    return stale.length === 0 ? fine(doctorPhrases.noLocks) : doubtful(doctorPhrases.staleLocks(stale));
  },
  fix: async ({ home: path, clock }) =>
    staleLocks(path, clock).flatMap((lock) => (removeLock(lock, clock) ? [doctorPhrases.removedLock(lock)] : [])),
};

const database: Check = {
  id: "database",
  run: async ({ checkDatabase }) => {
    const health = await checkDatabase();
    switch (health.kind) {
      case "absent":
        return fine(doctorPhrases.noDatabase);
      case "sound":
        return fine(health.path);
      case "stale-index":
        return broken(doctorPhrases.staleIndex(health.path));
      case "damaged":
        return broken(doctorPhrases.damaged(health.path, health.problems));
    }
  },
  // A damaged file is left to `sessions repair`, which a person calls knowing what it means.
  fix: async ({ checkDatabase, rebuildIndex }) => {
    const health = await checkDatabase();
    if (health.kind !== "stale-index") return [];
    return [doctorPhrases.rebuilt(await rebuildIndex())];
  },
};

const backend: Check = {
  id: "backend",
  run: async ({ findBackend }, signal) => {
    const found = await findBackend(signal);
    if (found.problem === null) return fine(doctorPhrases.backend(found.name));
    return found.chosen
      ? broken(doctorPhrases.backendDown(found.name, found.problem))
      : doubtful(doctorPhrases.noWalls(found.problem));
  },
};

const pty: Check = {
  id: "pty",
  run: async ({ probePty, clock }, signal) => {
    using deadline = clock.deadline(programLimitMs, signal);
    const problem = await probePty(deadline.signal);
    return problem === null ? fine(doctorPhrases.ptyWorks) : doubtful(doctorPhrases.noPty(problem));
  },
};

const skills: Check = {
  id: "skills",
  run: async ({ checkSkills }) => {
    const problems = await checkSkills();
    return problems.length === 0 ? fine(doctorPhrases.skillsSound) : doubtful(doctorPhrases.skillProblems(problems));
  },
};

const disk: Check = {
  id: "disk",
  run: async (world) => {
    const free = Math.floor((await world.freeBytes(world.home)) / megabyte);
    if (free < 100) return broken(doctorPhrases.free(free));
    return free < 1_024 ? doubtful(doctorPhrases.free(free)) : fine(doctorPhrases.free(free));
  },
};

const ripgrep: Check = {
  id: "ripgrep",
  run: (world, signal) => program(world, world.programs.ripgrep, doctorPhrases.noRipgrep, signal),
};

const git: Check = {
  id: "git",
  run: (world, signal) => program(world, world.programs.git, doctorPhrases.noGit, signal),
};

const checkpoints: Check = {
  id: "checkpoints",
  run: async ({ checkpointsMissing }) => {
    const why = await checkpointsMissing();
    return why === null ? fine(doctorPhrases.checkpointsOn) : fine(doctorPhrases.checkpointsOff(why));
  },
};

const model: Check = {
  id: "model",
  live: true,
  run: async ({ askModel }, signal) => {
    const health = await askModel(signal);
    return health.kind === "answered" ? fine(doctorPhrases.answered(health.tookMs)) : broken(health.message);
  },
};

/** In the order they are shown. */
export const checks: readonly Check[] = [
  node,
  sqlite,
  pty,
  config,
  credentials,
  home,
  locks,
  database,
  skills,
  disk,
  ripgrep,
  git,
  checkpoints,
  backend,
  model,
];

/** Both programs make things better and neither is needed, so their absence is no failure. */
async function program(world: DoctorWorld, name: string, absent: string, signal: AbortSignal): Promise<Finding> {
  using deadline = world.clock.deadline(programLimitMs, signal);
  const version = await world.versionOf(name, deadline.signal);
  return version === null ? doubtful(absent) : fine(version);
}
