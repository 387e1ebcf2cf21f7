import fc from "fast-check";
import { expect, test } from "vitest";
import { temporaryHome } from "../../../tests/support/temporary-home.ts";
import { inRange } from "./api-range.ts";
import { checkConfig } from "./check-config.ts";
import { choosePlugins, type ChoiceRules } from "./choose.ts";
import { discoverPlugins, type FoundPlugin } from "./discover.ts";
import { parseManifest } from "./manifest.ts";

const rules: ChoiceRules = {
  enabled: [],
  disabled: [],
  trustsProject: false,
  engine: "compressor",
  memoryProvider: "",
};

test("a manifest gets its defaults, and every mistake in it is named in one line", () => {
  expect(parseManifest({ id: "weather", entry: "index.js" })).toEqual({
    kind: "manifest",
    manifest: {
      id: "weather",
      version: "0.0.0",
      description: "",
      apiVersion: "^1",
      entry: "index.js",
      kind: "general",
      capabilities: [],
      requires_env: [],
      provides: { tools: [], hooks: [], commands: [], cli_commands: [], platforms: [], providers: [] },
    },
  });
  const read = parseManifest({ id: "Big Name", kind: "magic", capabilities: ["root"] });
  const problem = read.kind === "problem" ? read.problem : "";
  expect(problem).not.toContain("\n");
  for (const field of ["id: ", "entry: ", "kind: ", "capabilities.0: "]) expect(problem).toContain(field);
});

function problemOf(more: Record<string, unknown>) {
  return parseManifest({ id: "a", entry: "a.js", ...more });
}

test("a range this program is not in, no range at all, and a reserved engine name are refused", () => {
  expect(problemOf({ apiVersion: "^2" })).toEqual({
    kind: "problem",
    problem: "apiVersion: it needs ^2, this program offers 1.0.0",
  });
  expect(problemOf({ apiVersion: "soon" })).toEqual({
    kind: "problem",
    problem: 'apiVersion: "soon" is no range of versions',
  });
  expect(problemOf({ id: "lcm", kind: "context-engine" })).toEqual({
    kind: "problem",
    problem: 'the engine name "lcm" is reserved for the built-in one',
  });
});

test.each([
  ["1.2.3", "^1", true],
  ["1.2.3", "^1.3", false],
  ["1.2.3", "1.x", true],
  ["1.2.3", "1.2", true],
  ["1.2.3", "~1.2.0", true],
  ["1.2.3", "~1.1", false],
  ["1.2.3", ">=1 <2", true],
  ["1.2.3", ">= 1.2.4", false],
  ["1.2.3", ">1.2", false],
  ["1.2.3", "<=1.2", true],
  ["0.2.5", "^0.2.1", true],
  ["0.3.0", "^0.2.1", false],
  ["0.0.2", "^0.0.1", false],
  ["2.0.0", "^1 || ^2", true],
  ["9.9.9", "*", true],
  ["9.9.9", "", true],
  ["1.0.0", "one", null],
])("%s in the range %s: %s", (version, range, answer) => {
  expect(inRange(version, range)).toBe(answer);
});

const number = fc.nat({ max: 40 });

test("a version is in its own caret range and in no range that starts behind it", () => {
  fc.assert(
    fc.property(number, number, number, (major, minor, patch) => {
      const version = `${major}.${minor}.${patch}`;
      expect(inRange(version, `^${version}`)).toBe(true);
      expect(inRange(version, version)).toBe(true);
      expect(inRange(version, `>${version}`)).toBe(false);
      expect(inRange(version, `^${major + 1}.0.0`)).toBe(false);
    }),
  );
});

const manifest = (id: string, more = "") => `id: ${id}\nversion: 1.0.0\nentry: index.mjs\n${more}`;

test("discovery finds the user's plugins, engines apart and packages, and says what is wrong with a folder", async () => {
  const home = temporaryHome({
    "plugins/one/plugin.yaml": manifest("one"),
    "plugins/broken/plugin.yaml": "id: [",
    "plugins/not-a-plugin/readme.md": "nothing",
    "plugins/context_engine/acme/plugin.yaml": manifest("acme", "kind: context-engine\n"),
    "plugins/node_modules/pack/package.json": JSON.stringify({
      name: "pack",
      version: "3.1.0",
      hermes: { id: "packed", entry: "index.js" },
    }),
    "plugins/node_modules/@who/scoped/package.json": JSON.stringify({ hermes: { id: "scoped", entry: "index.js" } }),
    "plugins/node_modules/other/package.json": JSON.stringify({ name: "other" }),
  });
  const { found, broken } = await discoverPlugins({ bundled: null, home: home.path, gitRoot: null });
  expect(found.map(({ source, manifest: { id, version } }) => [source, id, version])).toEqual([
    ["user", "acme", "1.0.0"],
    ["user", "one", "1.0.0"],
    ["npm", "packed", "3.1.0"],
    ["npm", "scoped", "0.0.0"],
  ]);
  expect(broken.map(({ folder }) => folder.slice(home.path.length))).toEqual(["/plugins/broken"]);
  expect(broken[0]?.problem).toMatch(/^its manifest cannot be read: /);
});

function described(
  source: FoundPlugin["source"],
  id: string,
  kind: FoundPlugin["manifest"]["kind"] = "general",
): FoundPlugin {
  const read = parseManifest({ id, entry: "index.js", kind });
  if (read.kind === "problem") throw new Error(read.problem);
  return { source, folder: `/${source}/${id}`, manifest: read.manifest };
}

function loading(all: readonly FoundPlugin[], given: Partial<ChoiceRules>): readonly string[] {
  return choosePlugins(all, { ...rules, ...given }).flatMap(({ plugin, standing }) =>
    standing.kind === "loads" ? [plugin.folder] : [],
  );
}

test("only what is enabled loads, disabled wins, and of two with one id the user's own comes first", () => {
  const all = [described("bundled", "a"), described("user", "a"), described("user", "b"), described("project", "c")];
  expect(loading(all, {})).toEqual([]);
  expect(loading(all, { enabled: ["a", "b", "c"], disabled: ["b"] })).toEqual(["/user/a"]);
  expect(loading(all, { enabled: ["c"], trustsProject: true })).toEqual(["/project/c"]);
});

test("a dropped-in folder does not take memory over, and single-job plugins load only for their job", () => {
  const all = [
    described("bundled", "m", "memory"),
    described("user", "m", "memory"),
    described("user", "e", "context-engine"),
  ];
  expect(loading(all, { enabled: ["m", "e"] })).toEqual([]);
  expect(loading(all, { enabled: ["m", "e"], memoryProvider: "m", engine: "e" })).toEqual(["/bundled/m", "/user/e"]);
});

test("settings are checked against the plugin's own schema and get its defaults", () => {
  const { manifest: plugin } = described("user", "a");
  const configSchema = {
    type: "object",
    properties: { city: { type: "string" }, days: { type: "integer", default: 3 } },
    required: ["city"],
  };
  expect(checkConfig({ ...plugin, configSchema }, { city: "Oslo" })).toEqual({
    kind: "config",
    config: { city: "Oslo", days: 3 },
  });
  const bad = checkConfig({ ...plugin, configSchema }, { city: 7 });
  expect(bad.kind === "problem" ? bad.problem : "").toMatch(/^plugins\.entries\.a: city: /);
  expect(checkConfig(plugin, { any: 1 })).toEqual({ kind: "config", config: { any: 1 } });
});
