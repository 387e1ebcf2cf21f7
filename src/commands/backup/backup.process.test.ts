import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { commandCall } from "../../../tests/support/command-call.ts";
import { matching } from "../../../tests/support/matching.ts";
import { temporaryHome } from "../../../tests/support/temporary-home.ts";
import { newSession, temporaryStore } from "../../../tests/support/temporary-store.ts";
import { backup } from "./backup.ts";
import { restore } from "./restore.ts";
import { headerBlocks, longNameIn, padded, readHeader, type TarEntry } from "./tar-header.ts";

const config = "# mine\nmodel:\n  default: m\nproviders:\n  p:\n    api_key: hunter2-hunter2\n    key_env: P_KEY\n";

function usedHome(): string {
  const home = temporaryHome({
    "config.yaml": config,
    ".env": "P_KEY=very-secret\n",
    "SOUL.md": "I am me.\n",
    "memories/MEMORY.md": "likes tea\n",
    "cache/spill/x": "gone",
    "logs/agent.log": "gone",
    "mcp-tokens/srv.json": "{}",
    "profiles/work/.env": "OTHER=very-secret\n",
    "profiles/work/SOUL.md": "work\n",
    [`skills/${"deep/".repeat(30)}SKILL.md`]: "a long path",
  }).path;
  writeFileSync(join(home, "skills/run.sh"), "#!/bin/sh\n");
  chmodSync(join(home, "skills/run.sh"), 0o755);
  symlinkSync("/etc/passwd", join(home, "skills/link"));
  return home;
}

/** Every file below a folder with its content. */
function filesOf(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).toSorted();
  const files = names.filter((name) => statSync(join(folder, name)).isFile());
  return Object.fromEntries(files.map((name) => [name, readFileSync(join(folder, name), "utf8")]));
}

const archiveIn = (home: string): string => join(home, "..", `${home.split("/").at(-1)}.tar.gz`);
const emptyHome = (): string => join(temporaryHome().path, "new");

test("what a backup kept comes back as it was, without keys and caches", async () => {
  const home = usedHome();
  const file = archiveIn(home);
  const made = await commandCall(backup, { home, words: [file] });
  expect(made).toMatchObject({ code: 0, err: "" });
  expect(made.out).toContain("Left out: .env, mcp-tokens/srv.json, profiles/work/.env, skills/link\n");
  expect(made.out).toContain("Emptied in config.yaml: providers.p.api_key\n");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const other = emptyHome();
  expect(await commandCall(restore, { home: other, words: [file] })).toMatchObject({ code: 0, err: "" });
  expect(filesOf(other)).toEqual({
    "config.yaml": config.replace("hunter2-hunter2", '""'),
    "SOUL.md": "I am me.\n",
    "memories/MEMORY.md": "likes tea\n",
    "profiles/work/SOUL.md": "work\n",
    "skills/run.sh": "#!/bin/sh\n",
    [`skills/${"deep/".repeat(30)}SKILL.md`]: "a long path",
  });
  expect(statSync(join(other, "skills/run.sh")).mode & 0o777).toBe(0o700);
  expect([other, join(other, "memories")].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o700]);
});

test("no secret is anywhere in an archive that was not asked for them", async () => {
  const home = usedHome();
  await commandCall(backup, { home, words: [archiveIn(home)] });
  const plain = gunzipSync(readFileSync(archiveIn(home))).toString("latin1");
  expect(plain).toContain("likes tea");
  expect(plain).not.toMatch(/very-secret|hunter2/);
});

test("with --with-secrets they are in it, and the archive is one tar reads", async () => {
  const home = usedHome();
  const file = archiveIn(home);
  const { out } = await commandCall(backup, { home, words: [file], flags: { "with-secrets": true } });
  expect(out).toContain("It holds your keys");
  const names = execFileSync("tar", ["-tzf", file], { encoding: "utf8" }).split("\n");
  expect(names).toEqual(expect.arrayContaining([".env", "profiles/work/.env", `skills/${"deep/".repeat(30)}SKILL.md`]));
  expect(execFileSync("tar", ["-xzOf", file, "config.yaml"], { encoding: "utf8" })).toBe(config);
});

test("a database is kept as of one moment while it is open for writing", async () => {
  using store = await temporaryStore();
  const home = dirname(store.path);
  await store.sessions.create(newSession("s1"));
  const file = archiveIn(home);
  expect(await commandCall(backup, { home, words: [file] })).toMatchObject({ code: 0 });
  const other = emptyHome();
  await commandCall(restore, { home: other, words: [file] });
  expect(readdirSync(other)).toEqual(["hermes.db"]);
  using copy = await temporaryStore({ path: join(other, "hermes.db") });
  expect(copy.sessions.get("s1")).toEqual(store.sessions.get("s1"));
});

test("a home in use is not touched without --force, and kept aside with it; its keys stay", async () => {
  const home = usedHome();
  const file = archiveIn(home);
  await commandCall(backup, { home, words: [file] });
  writeFileSync(join(home, "memories/MEMORY.md"), "newer\n");
  const before = filesOf(home);
  const refused = await commandCall(restore, { home, words: [file] });
  expect(refused).toMatchObject({ code: 1, out: "" });
  expect(refused.err).toMatch(/--force/);
  expect(filesOf(home)).toEqual(before);
  const { code, out } = await commandCall(restore, { home, words: [file], flags: { force: true } });
  expect(code).toBe(0);
  const aside = /is now in (.+)$/m.exec(out)?.[1] ?? "";
  expect(filesOf(aside)).toEqual(before);
  expect(readFileSync(join(home, "memories/MEMORY.md"), "utf8")).toBe("likes tea\n");
  expect(readFileSync(join(home, ".env"), "utf8")).toBe("P_KEY=very-secret\n");
});

test("a SOUL.md somebody wrote makes a home one in use", async () => {
  const home = usedHome();
  await commandCall(backup, { home, words: [archiveIn(home)] });
  const other = temporaryHome({ "SOUL.md": "mine" }).path;
  expect(await commandCall(restore, { home: other, words: [archiveIn(home)] })).toMatchObject({ code: 1 });
});

function member(path: string, content = "x", change: Partial<TarEntry> = {}): Buffer {
  const body = Buffer.from(content);
  const entry: TarEntry = { path, kind: "file", mode: 0o600, size: body.length, mtimeSeconds: 0, ...change };
  return Buffer.concat([headerBlocks(entry), padded(body)]);
}
const manifest = member("hermes-backup.json", '{"format":1,"with_secrets":false}');
const link = (): Buffer => {
  const block = headerBlocks({ path: "memories", kind: "file", mode: 0o777, size: 0, mtimeSeconds: 0 });
  block.write("2", 156);
  block.write("/etc", 157);
  block.write("        ", 148);
  const sum = block.reduce((all, byte) => all + byte, 0);
  block.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return block;
};
const end = Buffer.alloc(1_024);

test.each<[string, Buffer, RegExp]>([
  ["leads up", Buffer.concat([manifest, member("../../evil"), end]), /leads out of the home/],
  ["leads up in the middle", Buffer.concat([manifest, member("a/../../evil"), end]), /leads out of the home/],
  ["is absolute", Buffer.concat([manifest, member("/tmp/evil"), end]), /leads out of the home/],
  ["has a long name that leads up", Buffer.concat([manifest, member(`../${"a".repeat(200)}`), end]), /leads out/],
  ["is a link", Buffer.concat([manifest, link(), end]), /damaged/],
  ["comes twice", Buffer.concat([manifest, member("a"), member("a"), end]), /EEXIST/],
  ["is cut off", Buffer.concat([manifest, member("a", "x".repeat(5_000)).subarray(0, 1_000)]), /cut off/],
  ["has no end", manifest, /cut off/],
])("an archive with a member that %s changes nothing", async (_name, archive, message) => {
  const root = temporaryHome().path;
  const file = join(root, "bad.tar.gz");
  writeFileSync(file, gzipSync(archive));
  const { code, err } = await commandCall(restore, { home: join(root, "sub/new"), words: [file] });
  expect({ code, err }).toEqual({ code: 1, err: matching(message) });
  expect(err.trimEnd().split("\n")).toHaveLength(1);
  expect(existsSync(join(root, "sub/new"))).toBe(false);
  expect(readdirSync(root, { recursive: true, encoding: "utf8" }).toSorted()).toEqual(["bad.tar.gz", "sub"]);
});

test.each<[string, Buffer, RegExp]>([
  ["no gzip", Buffer.from("hello"), /no backup made by hermes/],
  ["another tar", gzipSync(Buffer.concat([member("a"), end])), /no backup made by hermes/],
  [
    "a newer one",
    gzipSync(Buffer.concat([member("hermes-backup.json", '{"format":9,"with_secrets":true}'), end])),
    /newer/,
  ],
  ["an empty file", Buffer.alloc(0), /no backup made by hermes/],
])("%s is refused by name", async (_name, bytes, message) => {
  const root = temporaryHome().path;
  writeFileSync(join(root, "f"), bytes);
  const call = { home: join(root, "new"), words: [join(root, "f")] };
  expect(await commandCall(restore, call)).toEqual({ code: 1, out: "", err: matching(message) });
});

test("what is not there or stands in the way is said in one line", async () => {
  const home = usedHome();
  const nowhere = join(home, "no", "where");
  expect(await commandCall(restore, { home: emptyHome(), words: [nowhere] })).toMatchObject({
    code: 1,
    err: matching(/ENOENT/),
  });
  expect(await commandCall(backup, { home, words: [nowhere] })).toMatchObject({
    code: 1,
    err: matching(/ENOENT/),
  });
  expect(await commandCall(backup, { home, words: [join(home, "SOUL.md")] })).toMatchObject({
    code: 1,
    err: matching(/exists/),
  });
  expect(await commandCall(backup, { home: nowhere })).toMatchObject({
    code: 1,
    err: matching(/nothing to back up/),
  });
  expect(readFileSync(join(home, "SOUL.md"), "utf8")).toBe("I am me.\n");
});

test("an archive in the home itself does not hold itself", async () => {
  const home = usedHome();
  mkdirSync(join(home, "backups"));
  const file = join(home, "backups/one.tar.gz");
  expect(await commandCall(backup, { home, words: [file] })).toMatchObject({ code: 0 });
  expect(execFileSync("tar", ["-tzf", file], { encoding: "utf8" })).not.toContain("one.tar.gz");
});

const anyName = fc.string({ unit: "grapheme", minLength: 1, maxLength: 300 }).filter((name) => !name.includes("\0"));

test("a header says what was put into it, however long the name", () => {
  fc.assert(
    fc.property(anyName, fc.nat(0o777), fc.nat(2 ** 32 - 1), (path, mode, size) => {
      const blocks = headerBlocks({ path, kind: "file", mode, size, mtimeSeconds: 7 });
      const last = readHeader(blocks.subarray(-512));
      const first = readHeader(blocks.subarray(0, 512));
      const long = first?.kind === "attributes" ? longNameIn(blocks.subarray(512, 512 + first.size)) : null;
      expect({ ...last, path: long ?? last?.path }).toEqual({ path, kind: "file", mode, size, mtimeSeconds: 7 });
    }),
  );
});
