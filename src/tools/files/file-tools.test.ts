import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import type { ApprovalRequest } from "../../domain/approval.ts";
import type { ToolContext } from "../../domain/tool.ts";
import { redactSecrets } from "../../safety/redact.ts";
import { fileWorkspace } from "../../../tests/support/file-workspace.ts";
import { unifiedDiff } from "../../text/unified-diff.ts";

const containing = (text: string): unknown => expect.stringContaining(text);

test("lines are numbered from 1, a window says where it goes on", async () => {
  const { at, read } = fileWorkspace();
  writeFileSync(at("a.txt"), "\uFEFFone\r\ntwo\r\nthree\r\nfour\r\n");
  expect(await read({ path: "a.txt" })).toEqual({
    content: "1|one\n2|two\n3|three\n4|four",
    total_lines: 4,
    file_size: 26,
    truncated: false,
  });
  expect(await read({ path: "./a.txt", offset: 2, limit: 2 })).toEqual({
    content: "2|two\n3|three",
    total_lines: 4,
    file_size: 26,
    truncated: true,
    next_offset: 4,
  });
});

test("[SF-T5] offsets and limits outside the file are brought inside, or say how long it is", async () => {
  const { at, read } = fileWorkspace();
  writeFileSync(at("a"), "x\ny");
  expect(await read({ path: "a", offset: 0, limit: 0 })).toMatchObject({ content: "1|x", next_offset: 2 });
  expect(await read({ path: "a", offset: -3, limit: 9_999 })).toMatchObject({ content: "1|x\n2|y", truncated: false });
  expect(await read({ path: "a", offset: 1e9 })).toEqual({
    content: "",
    total_lines: 2,
    file_size: 3,
    truncated: false,
    hint: "The file has only 2 lines.",
  });
  writeFileSync(at("empty"), "");
  expect(await read({ path: "empty" })).toEqual({ content: "", total_lines: 0, file_size: 0, truncated: false });
});

test("long lines are cut with a mark, long files at a line end", async () => {
  const { at, read } = fileWorkspace();
  writeFileSync(at("line"), `${"x".repeat(5_000_000)}\nend`);
  expect(await read({ path: "line" })).toMatchObject({
    content: `1|${"x".repeat(2_000)} [line cut: 5000000 characters]\n2|end`,
    total_lines: 2,
  });
  writeFileSync(at("long"), `${"y".repeat(999)}\n`.repeat(200));
  expect(await read({ path: "long" })).toMatchObject({
    total_lines: 200,
    truncated: true,
    next_offset: 100,
    hint: containing("100000"),
  });
});

test("what a window shows keeps its limit with the line numbers, however wide they are", async () => {
  const { at, read } = fileWorkspace();
  writeFileSync(at("wide"), `${"w".repeat(60)}\n`.repeat(1_002_000));
  const { content } = z.object({ content: z.string() }).parse(await read({ path: "wide", offset: 1_000_000 }));
  expect(content.length).toBeGreaterThan(99_900);
  expect(content.length).toBeLessThanOrEqual(100_000);
});

test("a path with a NUL character is told so", async () => {
  const { read, write, patch } = fileWorkspace();
  const path = "a\0b";
  expect(await read({ path })).toEqual({ error: `Cannot read ${path}: its path holds a NUL character.` });
  expect(await write({ path, content: "" })).toEqual({ error: containing("its path holds a NUL character") });
  expect(await patch({ path, old_string: "a", new_string: "b" })).toEqual({ error: containing("NUL character") });
});

test("[SF-T4] what is no readable text file gets its own answer, and none is waited for", async () => {
  const { at, read, cwd } = fileWorkspace();
  writeFileSync(at("settings.json"), "{}");
  writeFileSync(at("pic.png"), Buffer.from([0x89, 0x50, 0, 1]));
  writeFileSync(at(".env"), "A=1");
  execFileSync("mkfifo", [at("pipe")]);
  mkdirSync(at("folder"));
  expect(await read({ path: "setings.json" })).toEqual({
    error: `No such file: setings.json. Similar: ${cwd}/settings.json`,
  });
  expect(await read({ path: "missing/deep.txt" })).toEqual({ error: "No such file: missing/deep.txt." });
  expect(await read({ path: "folder" })).toEqual({
    error: 'folder is a folder. List it with search_files {"pattern": "*", "target": "files", "path": "folder"}.',
  });
  expect(await read({ path: "pipe" })).toEqual({ error: "pipe is a named pipe; only ordinary files are read." });
  expect(await read({ path: "/dev/zero" })).toEqual({ error: "Reading /dev/zero is denied: it is a device." });
  expect(await read({ path: "pic.png" })).toEqual({ error: "pic.png is an image, not text." });
  expect(await read({ path: ".env" })).toEqual({
    error: "Reading .env is denied: it holds secrets; read its .example, or ask the user for what you need.",
  });
  writeFileSync(at("line.txt"), "x".repeat(5_000_000));
  expect(await read({ path: "line.txt" })).toMatchObject({ content: containing("[line cut: 5000000 characters]") });
  expect(await read({ path: "" })).toMatchObject({ invalid: [containing("path: ")] });
});

test("the same unchanged lines are shown once, then named, then refused; a change or another session shows them again", async () => {
  const { at, read } = fileWorkspace();
  writeFileSync(at("a"), "x");
  const first = await read({ path: "a" });
  expect(await read({ path: "a" })).toEqual({
    content: "[unchanged: the same lines are above in this conversation]",
    unchanged: true,
  });
  expect(await read({ path: "a" })).toEqual({
    error: "You have read these lines of a already and nothing has changed. Use what you have.",
  });
  expect(await read({ path: "a" }, { sessionId: "after a compression" })).toEqual(first);
  writeFileSync(at("a"), "new text");
  expect(await read({ path: "a" })).toMatchObject({ content: "1|new text" });
});

test("secrets in a file are masked and the lines keep their numbers", async () => {
  const { at, read } = fileWorkspace();
  writeFileSync(
    at("k"),
    `-----BEGIN RSA PRIVATE KEY-----\n${"QUJD".repeat(8)}\n${"QUJD".repeat(8)}\n-----END RSA PRIVATE KEY-----\nlast`,
  );
  expect(await read({ path: "k" })).toMatchObject({
    content: "1|-----BEGIN RSA PRIVATE KEY-----\n2|***\n3|***\n4|-----END RSA PRIVATE KEY-----\n5|last",
  });
});

test("a new file is made with its folders, an old one keeps its mode, line ends and byte order mark", async () => {
  const { at, write } = fileWorkspace();
  expect(await write({ path: "deep/new.txt", content: "hi\n" })).toEqual({
    bytes_written: 3,
    created: true,
    verified: true,
    resolved_path: at("deep/new.txt"),
    diff: "",
  });
  writeFileSync(at("w.sh"), "\uFEFFa\r\nb\r\n");
  chmodSync(at("w.sh"), 0o755);
  expect(await write({ path: "w.sh", content: "a\nc\n" })).toMatchObject({
    created: false,
    diff: "@@ -1,2 +1,2 @@\n \uFEFFa\r\n-b\r\n+c\r",
  });
  expect(readFileSync(at("w.sh"), "utf8")).toBe("\uFEFFa\r\nc\r\n");
  expect(statSync(at("w.sh")).mode & 0o777).toBe(0o755);
});

test("content that would ruin a file is refused and the file stays", async () => {
  const { at, write } = fileWorkspace();
  writeFileSync(at("doc.pdf"), Buffer.from([0x25, 0, 1, 2]));
  mkdirSync(at("folder"));
  execFileSync("mkfifo", [at("pipe")]);
  expect(await write({ path: "a", content: "1|one\n2|two\n" })).toEqual({
    error: "The content has read_file's line numbers in it. Send it without `N|`.",
  });
  expect(await write({ path: "doc.pdf", content: "x" })).toEqual({
    error: "doc.pdf is a binary file; text would destroy it.",
  });
  expect(await write({ path: "folder", content: "x" })).toEqual({ error: "folder is a folder." });
  expect(await write({ path: "pipe", content: "x" })).toEqual({
    error: "pipe is a named pipe; only ordinary files are written.",
  });
  expect(await write({ path: "doc.pdf/x", content: "x" })).toEqual({
    error: "Cannot write doc.pdf/x: a part of the path is not a folder. Every file is as it was.",
  });
  expect(await write({ path: "x".repeat(300), content: "x" })).toMatchObject({
    error: containing("the name is too long"),
  });
  expect(existsSync(at("new"))).toBe(false);
  expect(await write({ path: `new/${"x".repeat(300)}`, content: "x" })).toMatchObject({
    error: containing("too long"),
  });
  expect(existsSync(at("new"))).toBe(false); // nor a folder without a file
});

test("what the file system refuses is an answer in words", async () => {
  const { at, read, write } = fileWorkspace();
  symlinkSync(at("loop"), at("loop"));
  expect(await write({ path: "loop/x", content: "x" })).toMatchObject({ error: containing("too many symbolic links") });
  expect(await read({ path: "loop" })).toEqual({ error: "Cannot read loop: too many symbolic links." });
});

test("denied places are refused without asking, and a refusal is handed on", async () => {
  const { at, write } = fileWorkspace();
  const asked: Omit<ApprovalRequest, "callId" | "cwd">[] = [];
  const approve: ToolContext["approve"] = async (request) => {
    asked.push(request);
    return { decision: "deny", by: "test", rule: "r", reason: "no" };
  };
  expect(await write({ path: "/etc/passwd", content: "x" }, { approve })).toMatchObject({
    error: containing("Writing /etc/passwd is denied"),
  });
  expect(asked).toEqual([]);
  expect(await write({ path: "AGENTS.md", content: "x" }, { approve })).toEqual({ error: "no" });
  expect(asked).toEqual([
    {
      tool: "write_file",
      kind: "write",
      action: at("AGENTS.md"),
      diff: "@@ -0,0 +1,1 @@\n+x\n\\ No newline at end of file",
    },
  ]);
});

test("a link is written through and stays a link", async () => {
  const { at, write } = fileWorkspace();
  writeFileSync(at("target"), "old");
  symlinkSync(at("target"), at("link"));
  await write({ path: "link", content: "new" });
  expect(readFileSync(at("target"), "utf8")).toBe("new");
});

test("[SF-T7] content must be there and be text, denied places stay closed, missing folders are made", async () => {
  const { write, text } = fileWorkspace();
  expect(await write({ path: "a" })).toMatchObject({ invalid: [containing("content: ")] });
  expect(await write({ path: "a", content: "1|one\n2|two\n" })).toMatchObject({ error: containing("line numbers") });
  expect(await write({ path: "/etc/x", content: "x" })).toMatchObject({
    error: containing("Writing /etc/x is denied"),
  });
  expect(await write({ path: "no/such/folder/a", content: "x" })).toMatchObject({ created: true, verified: true });
  expect(text("no/such/folder/a")).toBe("x");
});

test("[SF-T8] a file keeps its line ends, and one that changed since it was read is written with a warning", async () => {
  const { at, read, write, text } = fileWorkspace({ "a.txt": "a\r\nb\r\n" });
  expect(await write({ path: "a.txt", content: "a\nc\n" })).not.toHaveProperty("warning");
  expect(text("a.txt")).toBe("a\r\nc\r\n");
  await read({ path: "a.txt" });
  writeFileSync(at("a.txt"), "someone else\r\n");
  expect(await write({ path: "a.txt", content: "d\n" })).toMatchObject({ warning: containing("had changed since") });
  expect(text("a.txt")).toBe("d\r\n");
});

test("[SF-S9] writing through a link to a key file is denied, and so is patching", async () => {
  const { home, at, write, patch } = fileWorkspace();
  mkdirSync(join(home, ".ssh"));
  writeFileSync(join(home, ".ssh", "authorized_keys"), "keys\n");
  symlinkSync(join(home, ".ssh", "authorized_keys"), at("notes.txt"));
  symlinkSync(join(home, ".ssh"), at("folder"));
  const denied = { error: containing("is denied: it holds keys or passwords") };
  expect(await write({ path: "notes.txt", content: "mine\n" })).toMatchObject(denied);
  expect(await write({ path: "folder/new", content: "mine\n" })).toMatchObject(denied);
  expect(await patch({ path: "notes.txt", old_string: "keys", new_string: "mine" })).toMatchObject(denied);
  expect(readFileSync(join(home, ".ssh", "authorized_keys"), "utf8")).toBe("keys\n");
});

test("a file that changed behind the session's back is written with a warning", async () => {
  const { at, read, write } = fileWorkspace();
  writeFileSync(at("a"), "x");
  await read({ path: "a" });
  writeFileSync(at("a"), "someone else");
  expect(await write({ path: "a", content: "y" })).toMatchObject({ warning: containing("had changed") });
  expect(await write({ path: "a", content: "z" })).not.toHaveProperty("warning");
});

test("a mask that comes back is the secret again, or the write is refused", async () => {
  const { at, write } = fileWorkspace();
  const secret = "ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3";
  writeFileSync(at("c.yaml"), `token: ${secret}\nname: x\n`);
  const result = await write({ path: "c.yaml", content: redactSecrets(`token: ${secret}\nname: y\n`) });
  expect(readFileSync(at("c.yaml"), "utf8")).toBe(`token: ${secret}\nname: y\n`);
  expect(JSON.stringify(result)).not.toContain(secret);
  expect(await write({ path: "new.yaml", content: "a: 1\ntoken: ghp_a1…L2m3\n" })).toMatchObject({
    error: containing("Line 2 holds ghp_a1…L2m3"),
  });
});

test("a new mistake in JSON or YAML is told, an old one is not", async () => {
  const { write } = fileWorkspace();
  expect(await write({ path: "a.json", content: '{"a": 1,}' })).toMatchObject({
    lint: "JSON is broken at line 1, column 9",
  });
  expect(await write({ path: "a.json", content: '{"a": 2,}' })).not.toHaveProperty("lint");
  expect(await write({ path: "a.yaml", content: "a: [1\nb: 2\n" })).toHaveProperty("lint");
  expect(await write({ path: "b.yaml", content: "a: 1\n---\nb: 2\n" })).not.toHaveProperty("lint");
});

test("applying a diff to the old text gives the new one", () => {
  const lines = fc.array(fc.constantFrom("a", "b", "c", ""), { maxLength: 30 }).map((some) => some.join("\n"));
  fc.assert(fc.property(lines, lines, (before, after) => applied(before, unifiedDiff(before, after)) === after));
});

/** By the rules of `patch`: lines with their ends, and numbers that must be right. */
function applied(before: string, diff: string): string {
  const old = before.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const result: string[] = [];
  let at = 0;
  for (const line of diff === "" ? [] : diff.replaceAll("\n\\ No newline at end of file", "\\").split("\n")) {
    const head = /^@@ -(\d+),(\d+) \+(\d+),(\d+) @@$/.exec(line)?.slice(1).map(Number);
    const text = line.endsWith("\\") ? line.slice(1, -1) : `${line.slice(1)}\n`;
    if (head !== undefined) {
      while (at < linesAbove(head.slice(0, 2))) result.push(old[at++] ?? "");
      expect(result.length).toBe(linesAbove(head.slice(2)));
      continue;
    }
    if (!line.startsWith("+")) expect(old[at++]).toBe(text);
    if (!line.startsWith("-")) result.push(text);
  }
  return [...result, ...old.slice(at)].join("");
}

function linesAbove([start = 0, count = 0]: readonly number[]): number {
  return count === 0 ? start : start - 1;
}
