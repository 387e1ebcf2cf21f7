import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { FakeClock } from "../../../tests/support/fake-clock.ts";
import { fakeRng } from "../../../tests/support/fake-rng.ts";
import { type CapturedTerminal, capturedTerminal } from "../../../tests/support/captured-terminal.ts";
import { temporaryHome } from "../../../tests/support/temporary-home.ts";
import type { Home } from "../../config/home.ts";
import type { FlagValues } from "../command.ts";
import { configCommand } from "./config-command.ts";

type Options = {
  readonly flags?: FlagValues;
  readonly captured?: CapturedTerminal;
  readonly env?: Readonly<Record<string, string>>;
  readonly profile?: string;
};

async function config(home: Home, words: readonly string[], options: Options = {}) {
  const { flags = {}, captured = capturedTerminal(""), env = {}, profile = null } = options;
  const [name, ...positionals] = words;
  const spec = configCommand.subcommands.find((candidate) => candidate.name === name) ?? configCommand;
  const run = await spec.load?.();
  if (run === undefined) throw new Error(`${name} cannot be run`);
  const code = await run({
    positionals,
    flags,
    terminal: captured.terminal,
    context: {
      env: { ...env, HERMES_HOME: home.path },
      cwd: home.path,
      clock: new FakeClock(),
      rng: fakeRng(),
      signal: new AbortController().signal,
      profile,
      configuration: { strict: false, ignoreUserConfig: false, envFile: null },
      version: "0.0.0",
    },
  });
  return { code, out: captured.out(), err: captured.err() };
}

const yamlIn = (home: Home): string => readFileSync(join(home.path, "config.yaml"), "utf8");
const envIn = (home: Home): string => readFileSync(join(home.path, ".env"), "utf8");

test("[SF-C3] while the file is broken, set and unset refuse and leave it", async () => {
  const home = temporaryHome({ "config.yaml": "agent:\n\tmax_turns: 9\n" });
  const set = await config(home, ["set", "agent.max_turns", "5"]);
  const unset = await config(home, ["unset", "agent.max_turns"]);
  expect([set.code, unset.code]).toEqual([1, 1]);
  expect(set.err).toContain("config.yaml is broken (");
  expect(yamlIn(home)).toBe("agent:\n\tmax_turns: 9\n");
});

test("[SF-C4] off is stored as text and comes back as off, written by the command or by hand", async () => {
  const home = temporaryHome();
  expect((await config(home, ["set", "approvals.mode", "off"])).code).toBe(0);
  expect(yamlIn(home)).toBe('approvals:\n  mode: "off"\n');
  expect(await config(home, ["get", "approvals.mode"])).toEqual({ code: 0, out: "off\n", err: "" });
  const byHand = temporaryHome({ "config.yaml": "approvals:\n  mode: off\n" });
  expect((await config(byHand, ["get", "approvals.mode"])).out).toBe("off\n");
});

test("[SF-C5] a key with an empty segment is a usage error and nothing is written", async () => {
  const home = temporaryHome();
  for (const key of ["agent..x", "", ".", "agent.", " . "]) {
    expect((await config(home, ["set", key, "1"])).code).toBe(2);
  }
  expect(readdirSync(home.path)).toEqual([]);
});

test("[SF-C6] an unknown key is saved with the nearest known one named, and check finds it", async () => {
  const home = temporaryHome();
  const set = await config(home, ["set", "agent.max_turn", "5"]);
  expect([set.code, set.err]).toEqual([
    0,
    "hermes: warning: Unknown key agent.max_turn; did you mean agent.max_turns?\n",
  ]);
  expect(yamlIn(home)).toBe("agent:\n  max_turn: 5\n");
  const check = await config(home, ["check"]);
  expect([check.code, check.out]).toEqual([1, "Unknown key agent.max_turn; did you mean agent.max_turns?\n"]);
  expect((await config(home, ["get", "agent.max_turn"])).out).toBe("5\n");
});

test("[SF-C7] a word over a section is refused unless forced", async () => {
  const home = temporaryHome({ "config.yaml": "terminal:\n  timeout: 60\n" });
  const refused = await config(home, ["set", "terminal", "docker"]);
  expect([refused.code, yamlIn(home)]).toEqual([1, "terminal:\n  timeout: 60\n"]);
  expect((await config(temporaryHome(), ["set", "terminal", "docker"])).code).toBe(1);
  expect((await config(home, ["set", "terminal", "docker"], { flags: { force: true } })).code).toBe(0);
  expect(yamlIn(home)).toBe("terminal: docker\n");
});

test("[SF-C8] a credential goes to a private .env, masked in the echo, and both files keep their comments", async () => {
  const home = temporaryHome({ "config.yaml": "# mine\nagent: {}\n", ".env": "# keys\nOTHER=1\n" });
  const set = await config(home, ["set", "OPENROUTER_API_KEY", "sk-x"]);
  expect(set).toEqual({ code: 0, out: `OPENROUTER_API_KEY = *** (${join(home.path, ".env")})\n`, err: "" });
  expect(envIn(home)).toBe("# keys\nOTHER=1\nOPENROUTER_API_KEY=sk-x\n");
  expect(yamlIn(home)).toBe("# mine\nagent: {}\n");
  const fresh = temporaryHome();
  await config(fresh, ["set", "OPENROUTER_API_KEY", "sk-x"]);
  expect(statSync(join(fresh.path, ".env")).mode & 0o777).toBe(0o600);
  expect(existsSync(join(fresh.path, "config.yaml"))).toBe(false);
});

test("[SF-C9] names that steer programs are refused by the command and by the writer behind it", async () => {
  const home = temporaryHome();
  for (const name of ["NODE_OPTIONS", "PATH", "LD_PRELOAD"]) {
    const set = await config(home, ["set", name, "x"]);
    expect([set.code, set.err]).toEqual([1, expect.stringContaining(`${name} steers other programs`)]);
  }
  const { writeEnv } = await import("../../config/env-writer.ts");
  expect(writeEnv(join(home.path, ".env"), "PATH", "x")).toMatchObject({ kind: "refused" });
  expect(readdirSync(home.path)).toEqual([]);
});

test.each([
  ["agent.max_turns", "12", "agent:\n  max_turns: 12\n"],
  ["agent.max_turns", "none", "agent:\n  max_turns: none\n"],
  ["display.streaming", "no", "display:\n  streaming: false\n"],
  ["model.default", "12", 'model:\n  default: "12"\n'],
  ["agent.system_message", "off", 'agent:\n  system_message: "off"\n'],
  ["agent.tool_use_enforcement", "[gpt, grok]", "agent:\n  tool_use_enforcement:\n    - gpt\n    - grok\n"],
  ["toolsets", '["web","file"]', "toolsets:\n  - web\n  - file\n"],
  ["toolsets", "web", "toolsets:\n  - web\n"],
  ["providers.mine", "{base_url: http://x}", "providers:\n  mine:\n    base_url: http://x\n"],
  ["agent.max_turns", "null", "agent:\n  max_turns: null\n"],
  ["terminal.timeout", "${LIMIT}", "terminal:\n  timeout: ${LIMIT}\n"],
  ["model", "gpt-x", "model:\n  default: gpt-x\n"],
  ["my.own", "yes", "my:\n  own: true\n"],
  ["my.own", "plain: words", "my:\n  own:\n    plain: words\n"],
])("set %s %s stores what the key's type makes of it", async (key, value, expected) => {
  const home = temporaryHome();
  expect((await config(home, ["set", key, value])).code).toBe(0);
  expect(yamlIn(home)).toBe(expected);
});

test("a value the key does not allow is refused with what it allows, or stored when forced", async () => {
  const home = temporaryHome();
  expect(await config(home, ["set", "agent.max_turns", "lots"])).toEqual({
    code: 2,
    out: "",
    err: "hermes: agent.max_turns cannot be lots; allowed: a whole number above 0 or none.\n",
  });
  expect(existsSync(join(home.path, "config.yaml"))).toBe(false);
  expect((await config(home, ["set", "agent.max_turns", "lots"], { flags: { force: true } })).code).toBe(0);
  expect((await config(home, ["check"])).code).toBe(1);
});

test("a secret in the settings is masked in every echo, and shown only to a person who asks", async () => {
  const home = temporaryHome();
  const set = await config(home, ["set", "providers.mine.api_key", "sk-hidden"]);
  const show = await config(home, ["show"]);
  const get = await config(home, ["get", "providers"]);
  const piped = await config(home, ["get", "providers.mine.api_key"], { flags: { reveal: true } });
  const person: Options = { flags: { reveal: true }, captured: capturedTerminal("", 80, { outIsTty: true }) };
  expect([set.out, show.out, get.out, piped.err].join("")).not.toContain("sk-hidden");
  expect([get.out, piped.code]).toEqual(['mine:\n  api_key: "***"\n', 2]);
  expect((await config(home, ["get", "providers.mine.api_key"], person)).out).toBe("sk-hidden\n");
});

test("further keys of a provider are secrets like the first", async () => {
  const home = temporaryHome({ "config.yaml": "providers:\n  mine:\n    api_keys: [sk-one, sk-two]\n" });
  expect((await config(home, ["get", "providers"])).out).toBe('mine:\n  api_keys: "***"\n');
  expect((await config(home, ["show"])).out).not.toMatch(/sk-(one|two)/);
  expect((await config(home, ["check"])).code).toBe(0);
  await config(home, ["set", "OPENROUTER_API_KEY_2", "sk-three"]);
  expect(envIn(home)).toBe("OPENROUTER_API_KEY_2=sk-three\n");
});

test("what a credential's variable put into an innocent key is masked too", async () => {
  const home = temporaryHome({
    "config.yaml": "web:\n  backend: https://x/${MY_TOKEN}\nmy: {own: [{deep: '${MY_TOKEN}'}]}\n",
    ".env": "MY_TOKEN=sk-hidden\n",
  });
  const shown = [
    await config(home, ["show"]),
    await config(home, ["get", "web"]),
    await config(home, ["get", "my.own"]),
    await config(home, ["get", "MY_TOKEN"]),
  ];
  expect(shown.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
  expect(shown.map(({ out, err }) => out + err).join("")).not.toContain("sk-hidden");
});

test("get prints scalars plain, maps as YAML or JSON, and says when a key is not set", async () => {
  const home = temporaryHome({ "config.yaml": "model: gpt-x\n" });
  expect((await config(home, ["get", "agent.max_turns"])).out).toBe("90\n");
  expect((await config(home, ["get", "timeouts"])).out).toBe(
    "tools:\n  concurrent_batch: 420\n  sequential_call: 420\n",
  );
  expect((await config(home, ["get", "toolsets"], { flags: { json: true } })).out).toBe('[\n  "hermes-cli"\n]\n');
  expect((await config(home, ["get", "model.default"])).out).toBe("gpt-x\n");
  expect(await config(home, ["get", "no.such"])).toEqual({ code: 1, out: "", err: "hermes: no.such is not set.\n" });
  expect((await config(home, ["get", "model.base_url"])).code).toBe(1);
  expect((await config(home, ["get", "NO_API_KEY"])).code).toBe(1);
});

test("show names the files and what differs from the defaults, with where it comes from", async () => {
  const home = temporaryHome({
    "config.yaml": "agent:\n  max_turns: 5\n  api_max_retries: 3\n",
    ".env": "A_TOKEN=sk-x\n",
  });
  const paths = [`Config: ${join(home.path, "config.yaml")}`, `Secrets: ${join(home.path, ".env")}`];
  expect((await config(home, ["show"], { env: { HERMES_INFERENCE_MODEL: "m" } })).out).toBe(
    [...paths, "Names in .env: A_TOKEN", "", "model.default: m  (environment)", "agent.max_turns: 5  (file)", ""].join(
      "\n",
    ),
  );
  expect((await config(temporaryHome(), [])).out).toContain("Everything is at its default.");
});

test("unset goes back to the default, and says when there was nothing", async () => {
  const home = temporaryHome({ "config.yaml": "agent:\n  max_turns: 5\nmodel: m\n", ".env": "A_TOKEN=1\n" });
  expect((await config(home, ["unset", "agent.max_turns"])).code).toBe(0);
  expect(yamlIn(home)).toBe("model: m\n");
  expect(await config(home, ["unset", "agent.max_turns"])).toMatchObject({
    code: 1,
    err: "hermes: agent.max_turns is not set.\n",
  });
  expect((await config(home, ["unset", "A_TOKEN"])).code).toBe(0);
  expect(envIn(home)).toBe("");
});

test("check finds missing credentials and old names, and is content with a clean file", async () => {
  const yaml =
    "providers: {x: {key_env: X_API_KEY}, y: {key_env: Y_API_KEY}}\nfallback_model: {provider: a, model: b, key_env: Z_TOKEN}\n";
  const home = temporaryHome({ "config.yaml": yaml, ".env": "Y_API_KEY=1\n" });
  expect(await config(home, ["check"])).toEqual({
    code: 1,
    err: "",
    out: [
      "providers.x.key_env names X_API_KEY, which is not set: hermes config set X_API_KEY <value>",
      "fallback_providers[0].key_env names Z_TOKEN, which is not set: hermes config set Z_TOKEN <value>",
      "fallback_model is now fallback_providers: run hermes config migrate",
      "",
    ].join("\n"),
  });
  expect(await config(temporaryHome(), ["check"])).toEqual({ code: 0, out: "No findings.\n", err: "" });
});

test("migrate shows the difference, keeps the old file, and has nothing to do a second time", async () => {
  const yaml = "# mine\napprovals:\n  single_query_mode: approve # why\nfallback_model: {provider: a, model: b}\n";
  const home = temporaryHome({ "config.yaml": yaml });
  const dry = await config(home, ["migrate"], { flags: { "dry-run": true } });
  expect([dry.code, yamlIn(home), readdirSync(home.path)]).toEqual([0, yaml, ["config.yaml"]]);
  expect(dry.out).toContain("-   single_query_mode: approve # why\n");
  expect(dry.out).toContain("+   headless_mode: approve\n");
  const migrated = await config(home, ["migrate"]);
  expect(migrated.code).toBe(0);
  const [backup = ""] = readdirSync(home.path).filter((name) => name.endsWith(".bak"));
  expect(readFileSync(join(home.path, backup), "utf8")).toBe(yaml);
  expect(yamlIn(home)).toBe(
    "# mine\napprovals:\n  headless_mode: approve\nfallback_providers:\n  - provider: a\n    model: b\n_config_version: 1\n",
  );
  expect((await config(home, ["migrate"])).out).toBe("Nothing to migrate.\n");
  expect((await config(home, ["check"])).code).toBe(0);
  writeFileSync(join(home.path, "config.yaml"), "_config_version: 12\n");
  expect((await config(home, ["migrate"])).out).toContain("version 12, newer");
});

test("the paths and the schema are printed for other programs to use", async () => {
  const home = temporaryHome();
  expect((await config(home, ["path"])).out).toBe(`${join(home.path, "config.yaml")}\n`);
  expect((await config(home, ["env-path"])).out).toBe(`${join(home.path, ".env")}\n`);
  const schema: unknown = JSON.parse((await config(home, ["schema"])).out);
  expect(schema).toMatchObject({ type: "object", properties: { agent: { type: "object" } } });
});

test.each([
  ["get"],
  ["get", "a", "b"],
  ["set", "a"],
  ["unset"],
  ["show", "x"],
  ["check", "x"],
  ["path", "x"],
  ["schema", "x"],
])("%s %s %s: the wrong number of arguments is a usage error in one line", async (...words) => {
  const { code, err } = await config(temporaryHome(), words);
  expect([code, err.split("\n").length]).toEqual([2, 2]);
  expect(err).toContain(`Usage: hermes config ${words[0]}`);
});

test("an unknown profile is a usage error for every command", async () => {
  const { code, err } = await config(temporaryHome(), ["path"], { profile: "nosuch" });
  expect([code, err]).toEqual([2, 'hermes: There is no profile "nosuch" (from --profile). Profiles: none.\n']);
});
