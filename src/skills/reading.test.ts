import { execFileSync } from "node:child_process";
import { readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { skillText, skillWorld, yaml } from "../../tests/support/skill-world.ts";
import { splitFrontmatter } from "./frontmatter.ts";
import { inspectSkills } from "./inspect.ts";
import { metaOf } from "./skill-meta.ts";
import { walkRoot } from "./walk-root.ts";
import { createYamlReader } from "./yaml-reader.ts";

const read = (text: string) => metaOf(splitFrontmatter(text, yaml), "folder");
const nothing = { tools: [], toolsets: [] };
const plain = {
  platforms: [],
  tags: [],
  relatedSkills: [],
  requires: nothing,
  fallbackFor: nothing,
  config: [],
  variables: [],
  credentialFiles: [],
  pinned: false,
};

test("a head is read in every form that is about", () => {
  const text = `\ufeff---\r
name: arxiv\r
description: "Search: papers"\r
platforms: [macOS, linux]\r
metadata:\r
  hermes:\r
    tags: "[a, b]"\r
    related_skills: x, y\r
    requires_tools: [web_search]\r
    fallback_for_toolsets: [browser]\r
    config: [{key: k, description: d, default: 3}]\r
required_environment_variables:\r
  - name: TOKEN\r
    prompt: Your token\r
    optional: true\r
prerequisites: {env_vars: [OTHER]}\r
required_credential_files: [{path: token.json}]\r
---\r
Body`;
  expect(read(text)).toEqual({
    ...plain,
    name: "arxiv",
    description: "Search: papers",
    platforms: ["macos", "linux"],
    tags: ["a", "b"],
    relatedSkills: ["x", "y"],
    requires: { tools: ["web_search"], toolsets: [] },
    fallbackFor: { tools: [], toolsets: ["browser"] },
    config: [{ key: "k", description: "d", default: 3 }],
    variables: [
      { name: "TOKEN", help: "Your token", optional: true },
      { name: "OTHER", help: "", optional: false },
    ],
    credentialFiles: ["token.json"],
  });
});

test("a head that is no YAML is read line by line, and without a head the folder and the first line speak", () => {
  expect(read("---\nname: a\ndescription: Use when: never\nbroken: [\n---\nx")).toEqual({
    ...plain,
    name: "a",
    description: "Use when: never",
  });
  expect(read("# Title\n\nFirst words.\nMore.")).toEqual({ ...plain, name: "folder", description: "First words." });
  expect(read("")).toEqual({ ...plain, name: "folder", description: "" });
  expect(read("---\n---\nOnly a body.")).toEqual({ ...plain, name: "folder", description: "Only a body." });
  expect(read("---\nname: x")).toEqual({ ...plain, name: "folder", description: "---" });
});

test("no text makes the reading throw, and every field has its type", () => {
  const piece = fc.oneof(
    fc.constantFrom(
      "---\n",
      "name:",
      "platforms: ",
      "metadata:\n  hermes:\n    config: ",
      "&a ",
      "*a",
      "!!binary ",
      "- ",
    ),
    fc.string(),
  );
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const meta = read(`---\n${pieces.join("")}\n---\nbody`);
      expect(typeof meta.name).toBe("string");
      expect(meta.platforms.every((name) => typeof name === "string")).toBe(true);
    }),
  );
});

test("a head of plain words means what YAML says it means", () => {
  const word = fc.constantFrom(
    "a",
    "Use it, (now)",
    "it's",
    "x - y",
    "yes",
    "No",
    "null",
    "1",
    "a: b",
    "a #c",
    "- a",
    "",
    "é",
    "a ",
  );
  const key = fc.constantFrom("name", "description", "license", "a-b");
  fc.assert(
    fc.property(fc.dictionary(key, word), (fields) => {
      const head = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
      const text = `---\n${head.join("\n")}\n---\nbody`;
      const viaYaml = `---\n# not plain\n${head.join("\n")}\n---\nbody`;
      expect(splitFrontmatter(text, yaml)).toEqual(splitFrontmatter(viaYaml, yaml));
    }),
  );
});

test("a billion laughs are not laughed", () => {
  const lines = ["a: &a [x,x,x,x,x,x,x,x,x,x]"];
  for (let at = 1; at < 12; at++)
    lines.push(
      `a${at}: &a${at} [${Array(10)
        .fill(`*a${at === 1 ? "" : at - 1}`)
        .join(",")}]`,
    );
  expect(read(`---\nname: lol\n${lines.join("\n")}\n---\n`).name).toBe("lol");
});

test("a megabyte of anything is read, and in time that grows with it", () => {
  const fillers = ["- ", "[", "{a: ", '"', " ", "\n", "---\n", "---", "a: b\n", "tags: [", "]", "<  ", "&a *a ", "x"];
  for (const filler of fillers) {
    for (const head of ["", "tags: ", "description: "]) {
      const started = performance.now();
      const { name } = read(`---\n${head}${filler.repeat(1_000_000 / filler.length)}\n---\nbody`);
      expect(typeof name).toBe("string");
      expect(performance.now() - started).toBeLessThan(5_000); // some of these take a YAML parser minutes
    }
  }
});

test("categories are the folders between, support folders are not searched, circles end", () => {
  const world = skillWorld({
    files: {
      "home/skills/top/SKILL.md": skillText("top", "T"),
      "home/skills/top/references/inner/SKILL.md": skillText("hidden", "no skill"),
      "home/skills/mlops/training/deep/SKILL.md": skillText("deep", "D"),
      "home/skills/scripts/real/SKILL.md": skillText("real", "R"),
      "home/skills/node_modules/dep/SKILL.md": skillText("dep", "no skill"),
      "elsewhere/linked/SKILL.md": skillText("linked", "L"),
    },
  });
  symlinkSync(join(world.root, "elsewhere"), join(world.home, "skills", "friends"));
  symlinkSync(join(world.home, "skills"), join(world.home, "skills", "mlops", "circle"));
  symlinkSync("itself", join(world.home, "skills", "itself"));
  const found = world.library.visible().map(({ category, meta }) => `${category}/${meta.name}`);
  expect(found).toEqual(["friends/linked", "general/top", "mlops/training/deep", "scripts/real"]);
});

test("bad files are named and cost nothing but themselves", () => {
  const warnings: unknown[] = [];
  const world = skillWorld({
    log: (level, event, fields) => void warnings.push([level, event, fields?.["path"], fields?.["why"]]),
    files: {
      "home/skills/good/SKILL.md": skillText("good", "G"),
      "home/skills/binary/SKILL.md": Buffer.from([0, 1, 2, 255]),
      "home/skills/latin/SKILL.md": Buffer.from("---\nname: caf\xe9\n---\n", "latin1"),
      "home/skills/huge/SKILL.md": Buffer.alloc(1_048_577, "a"),
      "home/skills/folder/SKILL.md/x": "",
      "home/skills/pipe/x": "",
    },
  });
  execFileSync("mkfifo", [join(world.home, "skills", "pipe", "SKILL.md")]);
  symlinkSync("SKILL.md", join(world.home, "skills", "latin", "DESCRIPTION.md"));
  expect(world.library.visible().map(({ meta }) => meta.name)).toEqual(["good"]);
  world.library.visible(); // a second look has nothing new to say
  const at = (name: string) => join(world.home, "skills", name, "SKILL.md");
  expect(warnings).toEqual([
    ["warning", "skills.left_out", at("binary"), "it is not UTF-8 text"],
    ["warning", "skills.left_out", at("folder"), "it is not an ordinary file"],
    ["warning", "skills.left_out", at("huge"), "it has 1048577 bytes, more than 1048576"],
    ["warning", "skills.left_out", at("latin"), "it is not UTF-8 text"],
    ["warning", "skills.left_out", at("pipe"), "it is not an ordinary file"],
  ]);
});

test("a root that is a circle of links is named", () => {
  const world = skillWorld();
  const root = join(world.home, "skills");
  symlinkSync("skills", root);
  expect(walkRoot(root)).toEqual({ files: [], problems: [{ path: root, why: "its links lead in a circle" }] });
});

test("a root with no end of folders is cut off and named once", () => {
  const world = skillWorld();
  for (let at = 0; at < 9; at++) world.write(`home/skills/s${at}/SKILL.md`, skillText(`s${at}`, "S"));
  const root = join(world.home, "skills");
  const { files, problems } = walkRoot(root, 4); // the root itself is one of them
  expect(files.map(({ path }) => path)).toEqual(["s0/SKILL.md", "s1/SKILL.md", "s2/SKILL.md"]);
  expect(problems).toEqual([{ path: root, why: "it has more than 4 folders; the rest is left out" }]);
});

test("folders deeper than sixteen are not searched", () => {
  const world = skillWorld();
  for (let at = 0; at < 30; at++) world.write(`home/skills/${"d/".repeat(at + 1)}x`, "");
  world.write(`home/skills/${"d/".repeat(30)}deep/SKILL.md`, skillText("too-deep", "T"));
  world.write("home/skills/d/near/SKILL.md", skillText("near", "N"));
  expect(world.library.visible().map(({ meta }) => meta.name)).toEqual(["near"]);
});

test("the parser is loaded only for heads that need it, and until then nothing half-read is kept", async () => {
  const lazy = createYamlReader();
  const world = skillWorld({
    deps: { yaml: lazy },
    files: { "home/skills/plain/SKILL.md": skillText("plain", "Plain words") },
  });
  await world.library.ready();
  expect(lazy.wasMissed()).toBe(false);
  expect(() => lazy.read("a: 1")).toThrow("not loaded");
  world.write("home/skills/rich/SKILL.md", skillText("rich", "R", "metadata: {hermes: {tags: [x]}}"));
  const tags = () => world.library.visible().map(({ meta }) => meta.tags);
  expect(tags()).toEqual([[], []]);
  await world.library.ready();
  expect(tags()).toEqual([[], ["x"]]);
});

test("an inspection names what is left out and names that break the rule, and writes nothing", async () => {
  const world = skillWorld({
    files: {
      "home/skills/Big Name/SKILL.md": skillText("Big Name", "B"),
      "home/skills/broken/SKILL.md": Buffer.from([0]),
      "home/skills/good/SKILL.md": skillText("good", "G"),
    },
  });
  const at = (name: string) => join(world.home, "skills", name);
  expect(await inspectSkills(world.library.roots)).toEqual([
    `${join(at("broken"), "SKILL.md")} is left out: it is not UTF-8 text`,
    `${at("Big Name")} is called "Big Name": use lower-case letters, digits, ".", "_" and "-", at most 64`,
  ]);
  expect(readdirSync(world.home)).toEqual(["skills"]);
});
