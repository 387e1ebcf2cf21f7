import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { awayFiles, type Carrier } from "./away-files.ts";
import { containing } from "./matching.ts";

const patchText = [
  "*** Begin Patch",
  "*** Update File: a.txt",
  "@@",
  "-one",
  "+ONE",
  "*** Add File: made/new/b.txt",
  "+fresh",
  "*** Add File: made/c.txt",
  "+also",
  "*** Move File: old.txt -> moved.txt",
  "*** Delete File: gone.txt",
  "*** End Patch",
].join("\n");
const patched = { "a.txt": "one\ntwo\n", "old.txt": "o\n", "gone.txt": "g\n" };

/** What the file tools do anywhere, told of one place that is not here. */
export function fileStories(carrier: Carrier): void {
  readingStories(carrier);
  denialStories(carrier);
  writingStories(carrier);
  refusalStories(carrier);
  patchStories(carrier);
  quotationStories(carrier);
  searchStories(carrier);
}

function readingStories(carrier: Carrier): void {
  const there = test.skipIf(carrier.missing);

  there("a range of lines is read as it would be here", async () => {
    const { read } = await awayFiles(carrier, {
      "a b/it's.txt": "\uFEFFone\ntwo\r\nthree\nfour",
      empty: "",
      "new\nline": "x\n",
      long: `${"y".repeat(5_000)}\nz\n`,
    });
    expect(await read({ path: "a b/it's.txt", offset: 2, limit: 2 })).toEqual({
      content: "2|two\n3|three",
      total_lines: 4,
      file_size: 22,
      truncated: true,
      next_offset: 4,
    });
    expect(await read({ path: "a b/it's.txt" })).toMatchObject({ content: "1|one\n2|two\n3|three\n4|four" });
    expect(await read({ path: "a b/it's.txt" })).toMatchObject({ unchanged: true });
    expect(await read({ path: "a b/it's.txt", offset: 9 })).toMatchObject({ hint: "The file has only 4 lines." });
    expect(await read({ path: "empty" })).toMatchObject({ content: "", total_lines: 0 });
    expect(await read({ path: "new\nline" })).toMatchObject({ content: "1|x" });
    expect(await read({ path: "long" })).toMatchObject({
      content: containing("[line cut: 5000 characters]"),
      total_lines: 2,
    });
  });

  there("what is no text file is refused by what it is, a missing one with names like it", async () => {
    const { read, at, cwd } = await awayFiles(carrier, { "a.bin": Buffer.from([1, 0, 2]), "settings.json": "{}" });
    mkdirSync(at("folder"));
    symlinkSync("loop", at("loop"));
    expect(await read({ path: "a.bin" })).toMatchObject({ error: "a.bin is a binary file, not text." });
    expect(await read({ path: "folder" })).toMatchObject({ error: containing("folder is a folder.") });
    expect(await read({ path: "loop" })).toMatchObject({ error: "Cannot read loop: too many symbolic links." });
    expect(await read({ path: "setting.json" })).toMatchObject({
      error: `No such file: setting.json. Similar: ${join(cwd, "settings.json")}`,
    });
    expect(await read({ path: "a\0b" })).toMatchObject({ error: "A path holds a NUL character." });
  });
}

export function denialStories(carrier: Carrier): void {
  const there = test.skipIf(carrier.missing);

  there("keys and environments there are denied, also behind a link", async () => {
    const { read, write, search, home, at } = await awayFiles(carrier, { ".env": "A=1", "a.txt": "needle" });
    writeFileSync(join(home, "id_rsa"), "needle");
    symlinkSync(join(home, "id_rsa"), at("link"));
    symlinkSync(home, at("folder"));
    expect(await read({ path: ".env" })).toMatchObject({ error: containing("Reading .env is denied") });
    expect(await read({ path: "link" })).toMatchObject({ error: containing("denied: it holds keys") });
    expect(await write({ path: "folder/.npmrc", content: "x" })).toMatchObject({
      error: containing("is denied"),
      effect: "none",
    });
    expect(await search({ pattern: "needle", path: "link" })).toMatchObject({ error: containing("denied") });
    expect(await search({ pattern: "needle", path: "folder" })).toMatchObject({
      total_count: 0,
      warning: "1 files that hold secrets were left out.",
    });
    expect(await read({ path: "~/.aws/credentials" })).toMatchObject({ error: containing("denied: it holds keys") });
  });
}

export function writingStories(carrier: Carrier): void {
  const there = test.skipIf(carrier.missing);

  there("a file is written in one step, keeps its mode, form and links, and leaves no draft", async () => {
    const { write, read, text, at, cwd } = await awayFiles(carrier, { "run.sh": "old\r\n" });
    chmodSync(at("run.sh"), 0o750);
    symlinkSync("run.sh", at("link"));
    expect(await write({ path: "link", content: "new $HOME `x` 'y'\n" })).toEqual({
      bytes_written: 19,
      created: false,
      verified: true,
      resolved_path: at("run.sh"),
      diff: containing("+new $HOME"),
    });
    expect(text("run.sh")).toBe("new $HOME `x` 'y'\r\n");
    expect(statSync(at("run.sh")).mode & 0o777).toBe(0o750);
    expect(await write({ path: "deep/er/ä\n.txt", content: "ü\u{1F600}\n" })).toMatchObject({
      created: true,
      verified: true,
    });
    expect(text("deep/er/ä\n.txt")).toBe("ü\u{1F600}\n");
    expect(readdirSync(cwd).toSorted()).toEqual(["deep", "link", "run.sh"]);
    expect(readdirSync(at("deep/er"))).toEqual(["ä\n.txt"]);
    expect(await read({ path: "run.sh" })).toMatchObject({ content: containing("1|new") });
    expect(await write({ path: "bad.json", content: "{" })).toMatchObject({ lint: containing("") });
  });
}

function refusalStories(carrier: Carrier): void {
  const there = test.skipIf(carrier.missing);

  there("approval is asked with the path there and the difference; a no changes nothing", async () => {
    const { write, text, at } = await awayFiles(carrier, { "a.txt": "old\n" });
    const asked: unknown[] = [];
    const approve = async (request: unknown) => {
      asked.push(request);
      return { decision: "deny", by: "test", rule: "some", reason: "not now" } as const;
    };
    expect(await write({ path: "a.txt", content: "new\n" }, { approve })).toEqual({ error: "not now", effect: "none" });
    expect(asked).toEqual([{ tool: "write_file", kind: "write", action: at("a.txt"), diff: containing("-old\n+new") }]);
    expect(text("a.txt")).toBe("old\n");
  });

  there("what somebody else changed meanwhile is not written over", async () => {
    const { write, text, at } = await awayFiles(carrier, { "a.txt": "old\n" });
    const approve = async () => {
      writeFileSync(at("a.txt"), "own\n"); // as long as before
      return { decision: "allow", by: "test", rule: null } as const;
    };
    expect(await write({ path: "a.txt", content: "new\n" }, { approve })).toEqual({
      error: "Cannot write a.txt: it was changed by somebody else meanwhile. Every file is as it was.",
      effect: "none",
    });
    expect(text("a.txt")).toBe("own\n");
  });

  there("a call that was stopped touches nothing", async () => {
    const { write, at } = await awayFiles(carrier);
    const signal = AbortSignal.abort();
    await expect(write({ path: "a.txt", content: "x" }, { signal })).rejects.toThrow("abort");
    expect(existsSync(at("a.txt"))).toBe(false);
  });
}

export function patchStories(carrier: Carrier): void {
  const there = test.skipIf(carrier.missing);

  there("a patch over several files changes all of them", async () => {
    const { patch, text, at, cwd } = await awayFiles(carrier, patched);
    chmodSync(at("old.txt"), 0o700);
    expect(await patch({ mode: "patch", patch: patchText })).toMatchObject({
      success: true,
      files_modified: ["a.txt"],
      files_created: ["made/new/b.txt", "made/c.txt", "moved.txt"],
      files_deleted: ["old.txt", "gone.txt"],
    });
    expect([text("a.txt"), text("made/new/b.txt"), text("moved.txt")]).toEqual(["ONE\ntwo\n", "fresh\n", "o\n"]);
    expect(statSync(at("moved.txt")).mode & 0o777).toBe(0o700);
    expect(readdirSync(cwd).toSorted()).toEqual(["a.txt", "made", "moved.txt"]);
  });

  there("a patch of which one part cannot be done changes nothing and leaves nothing behind", async () => {
    const { patch, text, at, cwd } = await awayFiles(carrier, patched);
    const approve = async () => {
      writeFileSync(at("gone.txt"), "somebody was here\n");
      return { decision: "allow", by: "test", rule: null } as const;
    };
    expect(await patch({ mode: "patch", patch: patchText }, { approve })).toMatchObject({
      error: "Cannot write gone.txt: it was changed by somebody else meanwhile. Every file is as it was.",
    });
    expect([text("a.txt"), text("old.txt"), text("gone.txt")]).toEqual(["one\ntwo\n", "o\n", "somebody was here\n"]);
    expect(readdirSync(cwd).toSorted()).toEqual(["a.txt", "gone.txt", "old.txt"]);
  });
}

function quotationStories(carrier: Carrier): void {
  const there = test.skipIf(carrier.missing);

  there("a quotation is replaced with the tolerance it has here", async () => {
    const { patch, text } = await awayFiles(carrier, { "a.py": "def f():\n    return 1\n" });
    expect(await patch({ path: "a.py", old_string: "  return 1", new_string: "  return 2" })).toMatchObject({
      success: true,
    });
    expect(text("a.py")).toBe("def f():\n    return 2\n");
    expect(await patch({ path: "a.py", old_string: "nowhere", new_string: "x" })).toMatchObject({ effect: "none" });
  });
}

export function searchStories(carrier: Carrier): void {
  const there = test.skipIf(carrier.missing);

  there("lines and files are found, without hidden and secret ones", async () => {
    const { search, at } = await awayFiles(carrier, {
      "src/a-1-.ts": "const needle = 12;\nother\n",
      "src/b.ts": "NEEDLE\nx\n\tneedle9\n",
      "src/c:3:.js": "needle\n",
      ".hidden/a.ts": "needle\n",
      id_rsa: "needle\n",
      "bin.dat": Buffer.from("needle\0needle"),
    });
    expect(await search({ pattern: String.raw`\bneedle\d?\b`, path: "src" })).toMatchObject({
      total_count: 3,
      matches: ["src/a-1-.ts:1:const needle = 12;", "src/b.ts:3:\tneedle9", "src/c:3:.js:1:needle"],
    });
    expect(await search({ pattern: "needle", file_glob: "*.ts", output_mode: "count" })).toMatchObject({
      counts: { "src/a-1-.ts": 1, "src/b.ts": 1 },
    });
    expect(await search({ pattern: "needle", context: 1, path: "src/a-1-.ts" })).toMatchObject({
      matches: ["src/a-1-.ts:1:const needle = 12;", "src/a-1-.ts-2-other"],
    });
    expect(await search({ pattern: "needle" })).toMatchObject({ warning: "1 files that hold secrets were left out." });
    expect(await search({ pattern: "needle(" })).toMatchObject({ error: containing("Bad pattern at position 6") });
    utimesSync(at("src/b.ts"), 2_000_000_000, 2_000_000_000);
    utimesSync(at("src/a-1-.ts"), 1_000_000_000, 1_000_000_000);
    expect(await search({ pattern: "*.ts", target: "files" })).toMatchObject({ files: ["src/b.ts", "src/a-1-.ts"] });
    expect(await search({ pattern: "x", path: "sr" })).toMatchObject({
      error: containing("No such path: sr. Similar:"),
    });
  });
}
