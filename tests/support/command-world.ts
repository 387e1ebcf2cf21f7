import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { CommandFacts } from "../../src/tools/approval/finding.ts";

/** Process 1111 is the session's own. */
const ownProcess = 1111;

const files = [
  "notes.txt",
  "code/project/src/app.ts",
  "code/project/notes.txt",
  "code/project/.env",
  "code/project/.git/HEAD",
  "code/project/script.sh",
  "code/project/schema.sql",
  "code/project/fixtures.sql",
  "code/project/package.json",
  "code/project/Makefile",
  ".ssh/id_rsa",
  ".bashrc",
];

const remote = '[remote "origin"]\n\turl = git@github.com:x/y.git\n';

/** A home folder with a project in it, in which the session wrote everything that is called `written`. */
export function commandWorld(): CommandFacts & Disposable {
  const userHome = realpathSync(mkdtempSync(join(tmpdir(), "commands-")));
  for (const file of files) {
    mkdirSync(dirname(join(userHome, file)), { recursive: true });
    writeFileSync(join(userHome, file), "x\n");
  }
  writeFileSync(join(userHome, "code/project/.git/config"), remote);
  const cwd = join(userHome, "code/project");
  return {
    cwd,
    paths: { userHome, hermesHome: join(userHome, ".hermes"), roots: [cwd], safeRoots: [] },
    isolation: "none",
    wroteFile: (path) => path.startsWith(join(cwd, "written")),
    startedProcess: (pid) => pid === ownProcess,
    [Symbol.dispose]: () => rmSync(userHome, { recursive: true, force: true }),
  };
}
