import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fileWorkspace } from "../../../tests/support/file-workspace.ts";
import { toolContext } from "../../../tests/support/tool-context.ts";
import { systemClock } from "../../app/system-clock.ts";
import { contentOf } from "../../domain/outcome.ts";
import type { Look } from "../../domain/file-place.ts";
import { createSearchFilesTool } from "../search/search-files.ts";
import { herePlace } from "./here-place.ts";
import { readLines } from "./read-lines.ts";

const whole = { offset: 1, limit: 100, maxChars: 10_000, maxLineChars: 1_000 };
const never = new AbortController().signal;

/** Another process that lets one name lead to two files in turn, as fast as it can. */
const flipper = `
  const fs = require("node:fs");
  const [name, ...targets] = process.argv.slice(1);
  process.stdout.write("ready");
  for (let turn = 0; ; turn += 1) {
    fs.symlinkSync(targets[turn % targets.length], name + ".next");
    fs.renameSync(name + ".next", name);
  }
`;

test("a link that keeps changing never leads a read to a file that may not be read", async () => {
  const { at, read, home } = fileWorkspace({ "plain.txt": "plain\n" });
  mkdirSync(join(home, ".ssh"));
  writeFileSync(join(home, ".ssh", "id_rsa"), "SECRET\n");
  const flipping = spawn(process.execPath, [
    "-e",
    flipper,
    at("flip.txt"),
    at("plain.txt"),
    join(home, ".ssh", "id_rsa"),
  ]);
  try {
    await once(flipping.stdout, "data");
    const seen: string[] = [];
    for (let turn = 0; turn < 1_500; turn += 1)
      seen.push(JSON.stringify(await read({ path: "flip.txt", limit: 1 + turn })));
    expect(seen.filter((answer) => answer.includes("SECRET"))).toEqual([]);
    expect(seen.some((answer) => answer.includes("plain"))).toBe(true);
  } finally {
    flipping.kill("SIGKILL");
  }
});

test("nor does it lead a search there", async () => {
  const { at, home, cwd, memory } = fileWorkspace({ "plain/notes": "plain word\n" });
  mkdirSync(join(home, ".aws"));
  writeFileSync(join(home, ".aws", "notes"), "SECRET word\n");
  const paths = { userHome: home, hermesHome: join(home, ".hermes"), roots: [cwd], safeRoots: [] };
  const search = createSearchFilesTool({ paths, memory, redact: (text) => text, clock: systemClock });
  const found = async (args: Readonly<Record<string, unknown>>): Promise<string> => {
    const asked = search.prepare(args);
    return asked.kind === "ready" ? JSON.stringify(contentOf(await asked.call.run(toolContext({ cwd })))) : "";
  };
  const flipping = spawn(process.execPath, ["-e", flipper, at("flip"), at("plain"), join(home, ".aws")]);
  try {
    await once(flipping.stdout, "data");
    const seen: string[] = [];
    for (let turn = 0; turn < 120; turn += 1)
      seen.push(await found({ pattern: "word", path: turn % 2 === 0 ? "flip" : "flip/notes", limit: 50 + turn }));
    expect(seen.filter((answer) => answer.includes("SECRET"))).toEqual([]);
    expect(seen.some((answer) => answer.includes("plain word"))).toBe(true);
  } finally {
    flipping.kill("SIGKILL");
  }
});

test("what was a file when it was looked at and is a pipe, a link or a link's folder by then is not read", async () => {
  const { at, home } = fileWorkspace({ "a.txt": "a\n", "d/b.txt": "b\n" });
  writeFileSync(join(home, "b.txt"), "SECRET\n");
  const looked = async (name: string): Promise<Look> => herePlace.look(at(name), never);
  const [first, second] = [await looked("a.txt"), await looked("d/b.txt")];
  rmSync(at("a.txt"));
  execFileSync("mkfifo", [at("a.txt")]);
  await expect(readLines(first.real, whole, never)).rejects.toThrow("leads elsewhere");
  expect(() => first.binary()).toThrow("leads elsewhere");
  await expect(herePlace.read(first.real, 100, never)).rejects.toThrow("leads elsewhere");
  rmSync(at("a.txt"));
  symlinkSync(join(home, "b.txt"), at("a.txt"));
  await expect(readLines(first.real, whole, never)).rejects.toMatchObject({ code: "ELOOP" });
  renameSync(at("d"), at("was-d"));
  symlinkSync(home, at("d"));
  await expect(readLines(second.real, whole, never)).rejects.toThrow();
});

test("a link that leads elsewhere while the question is asked does not make the answer count for another file", async () => {
  const { at, write, home } = fileWorkspace({ "plain.txt": "plain\n" });
  writeFileSync(join(home, ".bashrc"), "mine\n");
  symlinkSync(join(home, ".bashrc"), at("notes.txt"));
  const asked: string[] = [];
  await write(
    { path: "notes.txt", content: "theirs\n" },
    {
      approve: async ({ action }) => {
        asked.push(action);
        return { decision: "deny", by: "rules", rule: "test", reason: "no" };
      },
    },
  );
  expect(asked).toEqual([join(home, ".bashrc")]);
  expect(readFileSync(join(home, ".bashrc"), "utf8")).toBe("mine\n");
});
