import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { parseEntries } from "./entries.ts";

const writer = join(import.meta.dirname, "../../tests/support/memory-writer.ts");
const run = promisify(execFile);

/** In working memory where the system has such a folder: a disk spends 10 ms on each of the thousands of syncs. */
function quickHome(): string {
  const home = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "hermes-memory-"));
  homes.push(home);
  return home;
}

const homes: string[] = [];
afterAll(() => homes.forEach((home) => rmSync(home, { recursive: true, force: true })));

async function writeTogether(processes: number, each: number) {
  const home = quickHome();
  const names = Array.from({ length: processes }, (_, index) => `p${index}`);
  const outputs = await Promise.all(names.map((name) => run(process.execPath, [writer, home, name, String(each)])));
  const wanted = names.flatMap((name) => Array.from({ length: each }, (_, number) => `${name}-${number}`));
  return {
    failed: outputs.map(({ stdout }) => stdout).join(""),
    entries: readFileSync(join(home, "memories", "MEMORY.md"), "utf8")
      .split("\n§\n")
      .toSorted(),
    wanted: wanted.toSorted(),
    files: readdirSync(join(home, "memories")),
  };
}

test("[SF-T23] two processes that write a thousand times each lose nothing", { timeout: 60_000 }, async () => {
  const { failed, entries, wanted, files } = await writeTogether(2, 1_000);
  expect({ failed, files }).toEqual({ failed: "", files: ["MEMORY.md"] });
  expect(entries).toEqual(wanted);
});

test("[PM-62] eight processes that add fifty entries each leave four hundred", { timeout: 60_000 }, async () => {
  const { failed, entries, wanted, files } = await writeTogether(8, 50);
  expect({ failed, files }).toEqual({ failed: "", files: ["MEMORY.md"] });
  expect(entries).toEqual(wanted);
});

test("a writer that is killed leaves whole entries, and the next one goes on", { timeout: 60_000 }, async () => {
  const home = quickHome();
  const folder = join(home, "memories");
  mkdirSync(folder);
  for (let round = 0; round < 3; round++) {
    const child = spawn(process.execPath, [writer, home, `k${round}`, "100000"]);
    const grown = async (): Promise<boolean> => parseEntries(textIn(folder)).some((entry) => entry === `k${round}-20`);
    while (!(await grown())) await wait(5);
    child.kill("SIGKILL");
    await once(child, "exit");
    const entries = parseEntries(textIn(folder));
    expect(entries.every((entry) => /^(?:k\d|after)-\d+$/.test(entry))).toBe(true);
    const { stdout } = await run(process.execPath, [writer, home, "after", String(round + 1)]);
    expect(stdout).toBe("");
    expect(parseEntries(textIn(folder))).toEqual([...entries, `after-${round}`]);
    expect(readdirSync(folder)).toEqual(["MEMORY.md"]);
  }
});

function textIn(folder: string): string {
  try {
    return readFileSync(join(folder, "MEMORY.md"), "utf8");
  } catch {
    return "";
  }
}
