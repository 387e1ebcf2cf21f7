import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { temporaryHome } from "../../tests/support/temporary-home.ts";
import { parseEnv } from "./env-file.ts";
import { removeEnv, writeEnv } from "./env-writer.ts";
import { openSecrets } from "./secrets.ts";

const valuesIn = (text: string) => Object.fromEntries(parseEnv(text).values);

test("[SF-C13] a byte order mark, CRLF, export, quotes and a duplicate are read as meant", () => {
  expect(valuesIn("\uFEFFA=first\r\nexport A=\"x y\"\r\nB='#1'\r\n")).toEqual({ A: "x y", B: "#1" });
});

test.each([
  ["A=1 # note", { A: "1" }],
  ["A=1#2", { A: "1#2" }],
  ["A=#empty", { A: "" }],
  ["A=", { A: "" }],
  ["  # A=1", {}],
  ['A="a # b" # note', { A: "a # b" }],
  [String.raw`A="say \"hi\" \\ \n"`, { A: String.raw`say "hi" \ \n` }],
  [String.raw`A='a\"b'`, { A: String.raw`a\"b` }],
  ['A="open', { A: '"open' }],
  ["A='x'y", { A: "'x'y" }],
  ["A = spaced ", { A: "spaced" }],
  ["A=b=c", { A: "b=c" }],
  ["A=x\0y", { A: "xy" }],
  ["__proto__=1", { ["__proto__"]: "1" }],
])("%j is read as %j", (text, expected) => {
  expect(new Map(Object.entries(valuesIn(text)))).toEqual(new Map(Object.entries(expected)));
});

test("lines that are no assignment are counted, and a damaged credential is cleaned", () => {
  const file = parseEnv("A=1\nnonsense\n# fine\n1B=2\nX_API_KEY=\u201Csk\u2013a\u200Bb\u201D\nNAME=h\u00E9\n");
  expect([file.skipped, file.cleaned]).toEqual([[2, 4], ["X_API_KEY"]]);
  expect(Object.fromEntries(file.values)).toEqual({ A: "1", X_API_KEY: "skab", NAME: "h\u00E9" });
});

test("what is written is read back, whatever stands in the file before", () => {
  const path = join(temporaryHome().path, ".env");
  const line = fc.constantFrom("# note", "A=1", "export NAME='old'", "NAME=old", "", "junk", 'B="x y" # z');
  const value = fc.string({ unit: "grapheme", minLength: 1 }).filter((text) => !/[\r\n\0]/.test(text));
  fc.assert(
    fc.property(fc.array(line), value, (lines, written) => {
      writeFileSync(path, lines.join("\n"));
      const before = valuesIn(lines.join("\n"));
      expect(writeEnv(path, "NAME", written)).toEqual({ kind: "written", warning: null });
      const text = readFileSync(path, "utf8");
      expect(valuesIn(text)).toEqual({ ...before, NAME: written });
      expect(text.match(/NAME=/g)?.length).toBe(1 + (written.match(/NAME=/g)?.length ?? 0));
    }),
    { numRuns: 60 },
  );
});

test("comments, foreign bytes, export and mode survive a write; a new file is private", () => {
  const { path } = temporaryHome();
  const file = join(path, ".env");
  writeFileSync(file, Buffer.from("# caf\xe9\r\nexport A_TOKEN=old\r\nB=2", "latin1"), { mode: 0o640 });
  writeEnv(file, "A_TOKEN", "new");
  writeEnv(file, "C", "three words");
  expect(readFileSync(file, "latin1")).toBe('# caf\xe9\r\nexport A_TOKEN=new\r\nB=2\r\nC="three words"\r\n');
  expect(statSync(file).mode & 0o777).toBe(0o640);
  writeEnv(join(path, "fresh"), "A", "1");
  expect(statSync(join(path, "fresh")).mode & 0o777).toBe(0o600);
});

test.each(["PATH", "path", "NODE_OPTIONS", "LD_PRELOAD", "DYLD_INSERT_LIBRARIES", "HERMES_HOME", "GIT_SSH_COMMAND"])(
  "the writer refuses %s, which steers programs",
  (name) => {
    const path = join(temporaryHome().path, ".env");
    expect(writeEnv(path, name, "x")).toMatchObject({ kind: "refused" });
    expect(statSync(path, { throwIfNoEntry: false })).toBeUndefined();
  },
);

test("the writer refuses what is no name, an empty value and a folder in the file's place", () => {
  const { path } = temporaryHome();
  expect(writeEnv(join(path, ".env"), "A B", "x")).toMatchObject({ kind: "refused" });
  expect(writeEnv(join(path, ".env"), "A_TOKEN", "\u200B\n")).toMatchObject({ kind: "refused" });
  mkdirSync(join(path, "folder"));
  expect(writeEnv(join(path, "folder"), "A", "x")).toMatchObject({ kind: "refused" });
});

test("a cleaned credential and stripped line breaks", () => {
  const path = join(temporaryHome().path, ".env");
  expect(writeEnv(path, "X_API_KEY", "sk\u2013a\nb")).toEqual({
    kind: "written",
    warning: "X_API_KEY held characters no credential has (a copy-and-paste accident); they were removed.",
  });
  expect(readFileSync(path, "utf8")).toBe("X_API_KEY=skab\n");
});

test("a variable can be taken out again", () => {
  const path = join(temporaryHome({ ".env": "# a\nexport A=1\nB=2\nA=3\n" }).path, ".env");
  expect(removeEnv(path, "A")).toEqual({ kind: "written", warning: null });
  expect(removeEnv(path, "A")).toEqual({ kind: "absent" });
  expect(readFileSync(path, "utf8")).toBe("# a\nB=2\n");
});

test("a secret comes from the env file named, else HOME/.env, else the environment", () => {
  const home = temporaryHome({ ".env": "A_TOKEN=home\nB_TOKEN=home\nEMPTY_TOKEN=\n", extra: "A_TOKEN=extra\n" });
  const env = { A_TOKEN: "process", B_TOKEN: "process", C_TOKEN: "process", EMPTY_TOKEN: "process" };
  const opened = openSecrets(home, env, join(home.path, "extra"));
  if (opened.kind !== "opened") throw new Error(opened.message);
  const found = ["A_TOKEN", "B_TOKEN", "C_TOKEN", "EMPTY_TOKEN", "NONE"].map((name) => opened.secret(name)?.reveal());
  expect(found).toEqual(["extra", "home", "process", undefined, undefined]);
  expect(String(opened.secret("A_TOKEN"))).toBe("***");
  expect([opened.names, opened.warnings]).toEqual([["A_TOKEN", "B_TOKEN", "EMPTY_TOKEN"], []]);
});

test("a named env file must exist; an unusable HOME/.env is a warning", () => {
  const home = temporaryHome();
  mkdirSync(join(home.path, ".env"));
  expect(openSecrets(home, {})).toMatchObject({
    kind: "opened",
    warnings: [`${join(home.path, ".env")}: not a regular file. It is not used.`],
  });
  expect(openSecrets(home, {}, "/nowhere/x")).toEqual({ kind: "problem", message: "There is no env file /nowhere/x." });
});
