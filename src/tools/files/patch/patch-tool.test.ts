import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { ApprovalRequest } from "../../../domain/approval.ts";
import type { ToolContext } from "../../../domain/tool.ts";
import { redactSecrets } from "../../../safety/redact.ts";
import { fileWorkspace } from "../../../../tests/support/file-workspace.ts";

const containing = (text: string): unknown => expect.stringContaining(text);
const change = (path: string, old_string: string, new_string: string) => ({ path, old_string, new_string });

/** A patch over several files from its lines. */
function several(...lines: readonly string[]) {
  return { mode: "patch", patch: ["*** Begin Patch", ...lines, "*** End Patch"].join("\n") };
}

test("a quotation is replaced, and the result says what was done", async () => {
  const { patch, text } = fileWorkspace({ "a.txt": "one\ntwo\nthree\n" });
  expect(await patch(change("a.txt", "two", "zwei"))).toEqual({
    success: true,
    diff: "--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,3 @@\n one\n-two\n+zwei\n three",
    files_modified: ["a.txt"],
    files_created: [],
    files_deleted: [],
    strategy: "exact",
    replacements: 1,
  });
  expect(text("a.txt")).toBe("one\nzwei\nthree\n");
});

test("[SF-T9] an empty, a blank, an identical, an ambiguous and a wrong quotation have an error each", async () => {
  const { patch, text } = fileWorkspace({ "a.ts": "let a = 1;\nlet b = 2;\n\nlet a = 1;\n" });
  expect(await patch(change("a.ts", "", "x"))).toEqual({
    error: "old_string is empty. Quote the text to replace; a new file is made with write_file.",
  });
  expect(await patch(change("a.ts", " \n\t", "x"))).toEqual({
    error: "old_string is blank. Quote text that marks one place, not only white space.",
  });
  expect(await patch(change("a.ts", "nowhere", "nowhere"))).toEqual({
    error: "old_string and new_string are identical: there is nothing to change.",
  });
  expect(await patch(change("a.ts", "let a = 1;", "let c = 1;"))).toEqual({
    error:
      "The quoted text stands at 2 places in a.ts; nothing was changed. Quote more around it, or set replace_all.\n1|let a = 1;\n4|let a = 1;",
  });
  expect(await patch(change("a.ts", "const z = 9", "x"))).toEqual({
    error: "The quoted text was not found in a.ts; nothing was changed. Nothing in it is like that.",
  });
  expect(text("a.ts")).toBe("let a = 1;\nlet b = 2;\n\nlet a = 1;\n");
  expect(await patch({ ...change("a.ts", "let a = 1;", "let c = 1;"), replace_all: true })).toMatchObject({
    replacements: 2,
  });
  expect(text("a.ts")).toBe("let c = 1;\nlet b = 2;\n\nlet c = 1;\n");
});

test("identical text that is there already is a success that changes nothing", async () => {
  const { patch } = fileWorkspace({ "a.ts": "let long = 1;\n" });
  expect(await patch(change("a.ts", "let long = 1;", "let long = 1;"))).toMatchObject({
    success: true,
    replacements: 0,
    files_modified: [],
    note: "a.ts has this text already; nothing was changed.",
  });
  expect(await patch(change("a.ts", "long", "long"))).toMatchObject({ error: containing("identical") });
});

test("[SF-T10] text with two spaces a level, put into a file with four, has four at every level", async () => {
  const { patch, text } = fileWorkspace({
    "a.py": "class A:\n    def f(self):\n        if x:\n            return 1\n\n    def g(self):\n        pass\n",
  });
  const old = "  def f(self):\n    if x:\n      return 1";
  const sent = "  def f(self):\n    if x:\n      for y in x:\n        if y:\n          return y\n    return 1";
  expect(await patch(change("a.py", old, sent))).toMatchObject({ success: true, strategy: "line-trimmed" });
  expect(text("a.py")).toBe(
    "class A:\n    def f(self):\n        if x:\n            for y in x:\n                if y:\n                    return y\n        return 1\n\n    def g(self):\n        pass\n",
  );
});

test("[SF-T11] a quotation with one other value is not applied, and the real lines are shown", async () => {
  const { patch, text } = fileWorkspace({ "a.py": "def f():\n    x = 1\n    y = 2\n    return x\n" });
  expect(await patch(change("a.py", "    x = 1\n    y = 3\n    return x", "    return 0"))).toEqual({
    error:
      "The quoted text was not found in a.py; nothing was changed. Closest lines (· space, → tab):\n2|····x = 1\n3|····y = 2\n4|····return x",
  });
  expect(text("a.py")).toContain("y = 2");
});

test("the third failure on a file says how to go on, a success starts the count again", async () => {
  const { patch } = fileWorkspace({ "a.txt": "word\n" });
  const wrong = (): Promise<unknown> => patch(change("a.txt", "nothing like it", "x"));
  await wrong();
  expect(await wrong()).not.toMatchObject({ error: containing("read it again") });
  expect(await wrong()).toMatchObject({ error: containing("read it again, or write it whole with write_file") });
  await patch(change("a.txt", "word", "words"));
  expect(await wrong()).not.toMatchObject({ error: containing("read it again") });
});

test("calls that lack something say what", async () => {
  const { patch } = fileWorkspace({
    "a.txt": "x\n",
    "table.txt": "1|a\n2|b\n",
    "latin.txt": Uint8Array.of(0x66, 0xfc, 0x72, 0x0a),
  });
  expect(await patch({})).toEqual({ error: "path is missing: which file?" });
  expect(await patch({ path: "a.txt" })).toEqual({ error: "mode replace needs old_string and new_string." });
  expect(await patch(change("b.txt", "x", "y"))).toMatchObject({ error: containing("No such file: b.txt. Similar: ") });
  expect(await patch(change("latin.txt", "f", "y"))).toEqual({
    error: "latin.txt is not UTF-8 text; a patch would damage it.",
  });
  expect(await patch(change("a.txt", "1|x\n2|y", "y"))).toMatchObject({ error: containing("line numbers") });
  expect(await patch(change("a.txt", "x", "1|x\n2|y"))).toMatchObject({ error: containing("line numbers") });
  expect(await patch(change("table.txt", "1|a\n2|b", "1|a\n2|c"))).toMatchObject({ success: true });
  expect(await patch({ mode: "patch" })).toEqual({
    error: "The patch must start with `*** Begin Patch`. Nothing was changed.",
  });
});

test("a call reserves every path that it names; one that cannot be read names none", () => {
  const { tool } = fileWorkspace();
  const pathsOf = (args: Readonly<Record<string, unknown>>): unknown => {
    const preparation = tool("patch").prepare(args);
    return preparation.kind === "ready" ? preparation.call.paths : null;
  };
  expect(tool("patch").concurrency).toBe("path-write");
  expect(pathsOf(change("a.ts", "x", "y"))).toEqual(["a.ts"]);
  const headers = [
    "*** Delete File: a",
    "*** Move File: b -> c",
    "*** Update File: d",
    "*** Move to: e",
    "*** Add File: f",
  ];
  expect(pathsOf(several(...headers))).toEqual(["a", "b", "c", "d", "e", "f"]);
  expect(pathsOf({ mode: "patch", patch: "*** Delete File: a" })).toEqual([]);
});

test("a patch over several files updates, adds, deletes and moves, and shows one diff", async () => {
  const { patch, text, at } = fileWorkspace({
    "src/a.ts": "function a() {\n  return 1;\n}\n\nfunction b() {\n  return 1;\n}\n",
    "old.txt": "bye\n",
    "run.sh": "echo 1\n",
    "name.txt": "text\n",
  });
  chmodSync(at("run.sh"), 0o755);
  const result = await patch(
    several(
      "*** Update File: src/a.ts",
      "@@ function b() {",
      "-  return 1;",
      "+  return 2;",
      "*** Add File: deep/new.txt",
      "+first",
      "+",
      "+third",
      "*** Delete File: old.txt",
      "*** Move File: run.sh -> bin/run.sh",
      "*** Update File: name.txt",
      "*** Move to: title.txt",
      "-text",
      "+title",
    ),
  );
  expect(result).toEqual({
    success: true,
    diff: containing("--- a/src/a.ts\n+++ b/src/a.ts\n"),
    files_modified: ["src/a.ts"],
    files_created: ["deep/new.txt", "bin/run.sh", "title.txt"],
    files_deleted: ["old.txt", "run.sh", "name.txt"],
    strategy: "exact",
    replacements: 2,
  });
  expect(result).toMatchObject({ diff: containing("--- a/old.txt\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-bye\n--- ") });
  expect(text("src/a.ts")).toBe("function a() {\n  return 1;\n}\n\nfunction b() {\n  return 2;\n}\n");
  expect(text("deep/new.txt")).toBe("first\n\nthird\n");
  expect(["old.txt", "run.sh", "name.txt"].filter((name) => existsSync(at(name)))).toEqual([]);
  expect([text("bin/run.sh"), text("title.txt")]).toEqual(["echo 1\n", "title\n"]);
  expect(statSync(at("bin/run.sh")).mode & 0o777).toBe(0o755);
});

test("operations of one patch see each other", async () => {
  const { patch, text } = fileWorkspace({ "a.txt": "1\n2\n3\n" });
  expect(
    await patch(
      several("*** Update File: a.txt", "-1", "+one", "*** Update File: a.txt", " one", "-2", "+two", "@@", "+four"),
    ),
  ).toMatchObject({ success: true, files_modified: ["a.txt"] });
  expect(text("a.txt")).toBe("one\ntwo\n3\nfour\n");
});

test("[SF-T12] one bad hunk among three files leaves all three as they were", async () => {
  const files = { "a.txt": "a\n", "b.txt": "b\n", "c.txt": "c\n" };
  const { patch, text, cwd } = fileWorkspace(files);
  const bad = several(
    "*** Update File: a.txt",
    "-a",
    "+A",
    "*** Update File: b.txt",
    "-not there",
    "+B",
    "*** Update File: c.txt",
    "-c",
    "+C",
  );
  expect(await patch(bad)).toMatchObject({ error: containing("was not found in b.txt; nothing was changed") });
  expect(Object.keys(files).map(text)).toEqual(Object.values(files));
  expect(readdirSync(cwd)).toEqual(Object.keys(files));
});

test("[SF-T13] headers that climb or lead to a forbidden place are refused", async () => {
  const { patch, cwd, base } = fileWorkspace();
  const added = (path: string) => patch(several(`*** Add File: ${path}`, "+x"));
  expect(await added("../x")).toEqual({
    error: 'The path ../x has ".." in it; name the file without. Nothing was changed.',
  });
  expect(await added("/etc/cron.d/x")).toMatchObject({ error: containing("Writing /etc/cron.d/x is denied") });
  expect(await patch(several("*** Move File: a/../../b -> c"))).toMatchObject({ error: containing('has ".." in it') });
  expect([readdirSync(cwd), readdirSync(base)]).toEqual([[], ["home", "work"]]);
});

test("a patch that cannot be read says where", async () => {
  const { patch } = fileWorkspace({ "a.txt": "a\n" });
  const errorOf = async (...lines: readonly string[]): Promise<unknown> => patch(several(...lines));
  expect(await errorOf()).toMatchObject({ error: containing("names no file") });
  expect(await errorOf("stray")).toMatchObject({ error: containing("Line 2 of the patch stands before any file") });
  expect(await errorOf("*** Update File: a.txt")).toMatchObject({ error: containing("has no changes") });
  expect(await errorOf("*** Update File: a.txt", "-a", "b")).toMatchObject({
    error: containing("Line 4 of the patch"),
  });
  expect(await errorOf("*** Add File: b.txt", "b")).toMatchObject({ error: containing("Line 3 of the patch") });
  expect(await errorOf("*** Move File: a.txt")).toMatchObject({ error: containing('needs "a -> b"') });
  expect(await errorOf("*** Add File: a.txt", "+b")).toMatchObject({ error: containing("use Update File") });
  expect(await errorOf("*** Delete File: b.txt")).toMatchObject({ error: containing("No such file: b.txt") });
  expect(await errorOf("*** Update File: a.txt", "@@ class B", "-a", "+b")).toMatchObject({
    error: containing('no line with "class B"'),
  });
});

test("when a write in the middle fails, the ones before are put back", async () => {
  const { patch, text, at, cwd } = fileWorkspace({ "a.txt": "a\n", "z.txt": "z\n", file: "" });
  const result = await patch(
    several(
      "*** Update File: a.txt",
      "-a",
      "+A",
      "*** Add File: new/deep.txt",
      "+x",
      "*** Delete File: z.txt",
      "*** Add File: file/under.txt",
      "+a file is no folder",
    ),
  );
  expect(result).toEqual({
    error: "Cannot write file/under.txt: a part of the path is not a folder. Every file is as it was.",
  });
  expect([text("a.txt"), text("z.txt"), existsSync(at("new"))]).toEqual(["a\n", "z\n", false]);
  expect(readdirSync(cwd).toSorted()).toEqual(["a.txt", "file", "z.txt"]);
});

test("every path is asked about before the first write, and one no is a no to all", async () => {
  const { patch, text, at } = fileWorkspace({ "a.txt": "a\n", "AGENTS.md": "rules\n" });
  const asked: Omit<ApprovalRequest, "callId" | "cwd">[] = [];
  const told: string[] = [];
  const approve: ToolContext["approve"] = async (request) => {
    asked.push(request);
    told.push(text("a.txt"));
    if (request.action.endsWith("AGENTS.md")) return { decision: "deny", by: "test", rule: "r", reason: "no" };
    return { decision: "allow", by: "test", rule: null };
  };
  const both = several("*** Update File: a.txt", "-a", "+b", "*** Update File: AGENTS.md", "-rules", "+none");
  expect(await patch(both, { approve })).toEqual({ error: "no" });
  expect(asked).toEqual([
    { tool: "patch", kind: "write", action: at("a.txt"), diff: "@@ -1,1 +1,1 @@\n-a\n+b" },
    { tool: "patch", kind: "write", action: at("AGENTS.md"), diff: "@@ -1,1 +1,1 @@\n-rules\n+none" },
  ]);
  expect([told, text("a.txt")]).toEqual([["a\n", "a\n"], "a\n"]);
});

test("what is there can be kept before the first change; an approval that took too long changes nothing", async () => {
  const { patch, text, at, memory } = fileWorkspace({ "a.txt": "a\n" });
  const kept: string[] = [];
  const beforeChange = async (): Promise<void> => void kept.push(text("a.txt"));
  await patch(change("a.txt", "a", "b"), { beforeChange });
  expect([kept, memory.changes.wasWritten(at("a.txt"))]).toEqual([["a\n"], true]);
  const meanwhile: ToolContext["approve"] = async () => {
    writeFileSync(at("a.txt"), "somebody else\n");
    return { decision: "allow", by: "test", rule: null };
  };
  expect(await patch(change("a.txt", "b", "c"), { approve: meanwhile })).toEqual({
    error: "Cannot write a.txt: it was changed by somebody else meanwhile. Every file is as it was.",
  });
  expect(text("a.txt")).toBe("somebody else\n");
});

test("a folder that becomes a link between the check and the write leads nowhere", async () => {
  const { patch, write, at, base } = fileWorkspace({ "d/a.txt": "a\n" });
  mkdirSync(join(base, "outside"));
  writeFileSync(join(base, "outside", "a.txt"), "a\n");
  const swap: ToolContext["approve"] = async () => {
    rmSync(at("d"), { recursive: true });
    symlinkSync(join(base, "outside"), at("d"));
    return { decision: "allow", by: "test", rule: null };
  };
  const moved = { error: containing("it leads elsewhere than when it was checked. Every file is as it was.") };
  expect(await patch(change("d/a.txt", "a", "b"), { approve: swap })).toMatchObject(moved);
  rmSync(at("d"));
  mkdirSync(at("d"));
  expect(await write({ path: "d/new.txt", content: "x" }, { approve: swap })).toMatchObject(moved);
  expect(readdirSync(join(base, "outside"))).toEqual(["a.txt"]);
});

const secret = "ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3";
const other = "ghp_a1ZZZZZZZZZZZZZZZZZZZZZ9L2m3";

test("[SF-T37] a mask that comes back is the secret again, or the write is refused with its line", async () => {
  const { write, patch, text } = fileWorkspace({
    "c.yaml": `token: ${secret}\nname: x\n`,
    "two.yaml": `a: ${secret}\nb: ${other}\nname: x\n`,
  });
  const masked = redactSecrets(text("c.yaml"));
  expect(masked).not.toContain(secret);
  const written = await write({ path: "c.yaml", content: masked.replace("name: x", "name: y") });
  expect(text("c.yaml")).toBe(`token: ${secret}\nname: y\n`);
  const patched = await patch(change("c.yaml", masked.replace("name: x", "name: y"), `${masked}more: 1\n`));
  expect(patched).toMatchObject({ success: true, strategy: "exact" });
  expect(text("c.yaml")).toBe(`token: ${secret}\nname: x\nmore: 1\n`);
  expect(JSON.stringify([written, patched])).not.toContain(secret);
  const refused = { error: containing("Line 1 holds ghp_a1…L2m3") };
  expect(await write({ path: "two.yaml", content: redactSecrets(text("two.yaml")) })).toMatchObject(refused);
  expect(await patch(change("two.yaml", "a: ghp_a1…L2m3", "z: ghp_a1…L2m3"))).toMatchObject(refused);
  expect(await write({ path: "new.yaml", content: "token: ghp_a1…L2m3\n" })).toMatchObject(refused);
  expect(await patch(several("*** Add File: new.yaml", "+token: ghp_a1…L2m3"))).toMatchObject(refused);
});

test("a mask in the lines of a patch, or in a line alone, never reaches the disk", async () => {
  const { patch, text } = fileWorkspace({
    "c.yaml": `token: ${secret}\nname: x\n`,
    "d.json": '{"password": "hunter2x"}\n',
  });
  await patch(several("*** Update File: c.yaml", " token: ghp_a1…L2m3", "-name: x", "+name: y"));
  expect(text("c.yaml")).toBe(`token: ${secret}\nname: y\n`);
  await patch(change("d.json", '"***"}', '"***", "b": 1}'));
  expect(text("d.json")).toBe('{"password": "hunter2x", "b": 1}\n');
  expect(await patch(several("*** Update File: c.yaml", "@@", "+other: ghp_XX…9999"))).toMatchObject({
    error: containing("Line 3 holds ghp_XX…9999"),
  });
});

test("a file that may not be read is not shown by changing it", async () => {
  const { patch, write, text } = fileWorkspace({ ".env": "SECRET_WORD=plain\n" });
  expect(await patch(change(".env", "plain", "x"))).toMatchObject({ error: containing("Reading .env is denied") });
  const asked: (string | undefined)[] = [];
  const approve: ToolContext["approve"] = async ({ diff }) => {
    asked.push(diff);
    return { decision: "allow", by: "test", rule: null };
  };
  expect(await write({ path: ".env", content: "A=1\n" }, { approve })).toMatchObject({ diff: "" });
  expect([asked, text(".env")]).toEqual([[undefined], "A=1\n"]);
});

test("a mistake that a patch brings in is told", async () => {
  const { patch } = fileWorkspace({ "a.json": '{"a": 1}\n', "b.json": "{broken\n" });
  expect(await patch(change("a.json", "1", "1,"))).toMatchObject({
    lint: "a.json: JSON is broken at line 1, column 9",
  });
  expect(await patch(change("b.json", "broken", "still"))).not.toHaveProperty("lint");
});
