import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, posix, resolve } from "node:path";

const root = resolve(import.meta.dirname, "..");
const entries = ["app/library.d.ts", "app/plugin-sdk.d.ts"];

/** Writes the declarations of the public API to lib/types: those the entries lead to, and no others. */
function writeTypes(): void {
  const all = mkdtempSync(join(tmpdir(), "hermes-types-"));
  try {
    const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
    const run = spawnSync(process.execPath, [tsc, "-p", "tsconfig.types.json", "--outDir", all], {
      cwd: root,
      encoding: "utf8",
    });
    if (run.status !== 0) throw new Error(`tsc could not write the declarations:\n${run.stdout}${run.stderr}`);
    const types = join(root, "lib", "types");
    rmSync(types, { recursive: true, force: true });
    for (const file of reachable(all)) copy(join(all, file), join(types, file));
  } finally {
    rmSync(all, { recursive: true, force: true });
  }
}

const relativeImport = /(?<=(?:from |import\()")(\.[^"]+)\.ts(?=")/g;

function reachable(folder: string): ReadonlySet<string> {
  const found = new Set(entries);
  for (const file of found) {
    const text = readFileSync(join(folder, file), "utf8");
    for (const [, path = ""] of text.matchAll(relativeImport))
      found.add(posix.join(posix.dirname(file), `${path}.d.ts`));
  }
  return found;
}

/** Whatever the reader's compiler is told about extensions, `.js` finds the `.d.ts` beside it. */
function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  writeFileSync(to, readFileSync(from, "utf8").replaceAll(relativeImport, "$1.js"));
}

writeTypes();
