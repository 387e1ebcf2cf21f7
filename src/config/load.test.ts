import { mkdirSync, readFileSync, readdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { FakeClock } from "../../tests/support/fake-clock.ts";
import { temporaryHome } from "../../tests/support/temporary-home.ts";
import type { Home } from "./home.ts";
import { inspectSettings, type LoadInput, loadSettings } from "./load.ts";
import { configJsonSchema } from "./schema/json-schema.ts";
import { defaults } from "./schema/settings.ts";

type Options = Omit<LoadInput, "home" | "variable" | "clock"> & { readonly env?: Readonly<Record<string, string>> };

const withFile = (yaml: string): Home => temporaryHome({ "config.yaml": yaml });
const inspect = (home: Home, env: Readonly<Record<string, string>> = {}, clock = new FakeClock()) =>
  inspectSettings({ home, clock, variable: (name) => env[name] });
const load = (home: Home, { env = {}, ...options }: Options = {}) =>
  loadSettings({ home, clock: new FakeClock(), variable: (name) => env[name], ...options });
const copiesIn = (home: Home): readonly string[] =>
  readdirSync(home.path).filter((name) => /^config\.yaml\.corrupt\..+\.bak$/.test(name));
const adaptive = async (yaml: string): Promise<string> =>
  (await inspect(withFile(yaml))).settings.prompt_caching.adaptive_ttl;
const zone = async (name: string): Promise<string> =>
  (await inspect(withFile(`timezone: ${name}\n`))).settings.timezone;

test("without a file the settings are the defaults and nothing is written", async () => {
  const home = temporaryHome();
  const loaded = await inspect(home);
  expect(loaded.settings).toBe(defaults);
  expect(loaded.warnings).toEqual([]);
  expect(readdirSync(home.path)).toEqual([]);
});

test("maps merge, lists and scalars replace, and the rest keeps its default", async () => {
  const { settings, warnings } = await inspect(
    withFile("agent:\n  max_turns: 7\n  empty_response_guard:\n    enabled: no\ntoolsets: [web, file]\n"),
  );
  expect(warnings).toEqual([]);
  expect(settings).toEqual({
    ...defaults,
    agent: {
      ...defaults.agent,
      max_turns: 7,
      empty_response_guard: { enabled: false, cost_threshold_usd: 0.25 },
    },
    toolsets: ["web", "file"],
  });
  expect(Object.isFrozen(settings.agent)).toBe(true);
});

test("a flag beats the file, the file beats the environment, the environment beats the default", async () => {
  const home = withFile("model:\n  default: from-file\n");
  const env = { HERMES_INFERENCE_MODEL: "from-env", HERMES_INFERENCE_PROVIDER: "openai", TERMINAL_TIMEOUT: "60" };
  const loaded = await load(home, { env, flags: { "terminal.timeout": "30", "agent.max_turns": undefined } });
  if (loaded.kind !== "loaded") throw new Error("refused");
  expect(loaded.settings.model).toEqual({ ...defaults.model, default: "from-file", provider: "openai" });
  expect(loaded.settings.terminal.timeout).toBe(30);
  expect(
    ["terminal.timeout", "model.default", "model.provider", "agent.max_turns"].map((key) => loaded.origin(key)),
  ).toEqual(["flag", "file", "environment", "default"]);
});

test("lists in a variable are separated by commas, and a bad one is named by its variable", async () => {
  const { settings, warnings } = await inspect(temporaryHome(), {
    TERMINAL_ENV_PASSTHROUGH: "A, B",
    TERMINAL_BACKEND: "podman",
    HERMES_LOG_LEVEL: "debug",
    HERMES_REDACT_SECRETS: "0",
  });
  expect(settings.terminal.env_passthrough).toEqual(["A", "B"]);
  expect(settings.logging.level).toBe("DEBUG");
  expect(settings.security.redact_secrets).toBe(false);
  expect(warnings).toEqual(["TERMINAL_BACKEND is podman; allowed: auto, local, bubblewrap, docker, ssh. Using auto."]);
});

test("a flag that does not fit is refused instead of replaced", async () => {
  expect(await load(temporaryHome(), { flags: { "agent.max_turns": "lots" } })).toEqual({
    kind: "refused",
    problems: ["agent.max_turns is lots; allowed: a whole number above 0 or none. Using 90."],
  });
});

test("[SF-C2] a broken file is named with its line, copied once, left as it is, and the defaults are used", async () => {
  const home = withFile("agent:\n\tmax_turns: 5\n");
  const first = await inspect(home);
  expect(first.settings).toBe(defaults);
  expect(first.warnings).toHaveLength(1);
  expect(first.warnings[0]).toContain("config.yaml, line 2: ");
  expect(first.warnings[0]).toContain("The file is left as it is and the defaults are used.");
  const [copy = ""] = copiesIn(home);
  expect(readFileSync(join(home.path, copy), "utf8")).toBe("agent:\n\tmax_turns: 5\n");
  expect(statSync(join(home.path, copy)).mode & 0o777).toBe(0o600);

  const second = await inspect(home, {}, new FakeClock(1_760_000_000_000));
  expect(second.warnings).toHaveLength(1);
  expect(copiesIn(home)).toEqual([copy]);
  expect(readFileSync(join(home.path, "config.yaml"), "utf8")).toBe("agent:\n\tmax_turns: 5\n");

  writeFileSync(join(home.path, "config.yaml"), "a: [\n");
  await inspect(home, {}, new FakeClock(1_760_000_000_000));
  expect(copiesIn(home)).toHaveLength(2);
});

test("a link planted where the copy would go is neither followed nor replaced", async () => {
  const home = withFile("a: [\n");
  const victim = join(temporaryHome({ victim: "precious" }).path, "victim");
  const planted = join(home.path, "config.yaml.corrupt.20250615T150640000Z.bak");
  symlinkSync(victim, planted);
  const { warnings } = await inspect(home); // the fake clock stands at the planted moment
  expect(warnings[0]).toContain("No copy of the broken file could be made (EEXIST)");
  expect(readFileSync(victim, "utf8")).toBe("precious");
});

test.each([
  ["a list at the top level", "- a\n- b\n", "the top level must be a map"],
  ["a lone scalar", "hello\n", "the top level must be a map"],
  ["the same key twice", "a: 1\na: 2\n", "line 2: the same key stands here a second time"],
  ["the same key twice, deeper", "a:\n  - b: 1\n    c: 2\n    b: 3\n", "line 4: the same key"],
  ["binary", Uint8Array.from([0, 1, 2, 255, 254]), "not a UTF-8 text file"],
  ["two documents", "a: 1\n---\nb: 2\n", "multiple documents"],
  ["aliases that explode", bomb(), "alias"],
  ["an alias that contains itself", "a: &a\n  b: *a\n", "an alias that contains itself"],
  ["an alias of nothing", "a: *nope\n", "Unresolved alias"],
  ["a merge of a number", "<<: 5\n", "Merge sources must be maps"],
  ["deep nesting", `a: ${"[".repeat(60)}${"]".repeat(60)}`, "nested too deeply"],
  ["nesting without end", "[".repeat(50_000), "config.yaml"],
])("%s costs a warning and the defaults are used", async (_what, content, part) => {
  const { settings, warnings } = await inspect(temporaryHome({ "config.yaml": content }));
  expect(settings).toBe(defaults);
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toContain(part);
  expect(warnings[0]).not.toContain("\n");
});

test("a folder in its place, a huge file and one that may not be read are named and not copied", async () => {
  const folder = temporaryHome();
  mkdirSync(join(folder.path, "config.yaml"));
  const huge = withFile("#".repeat(50_000_000));
  expect((await inspect(folder)).warnings).toEqual([
    `${join(folder.path, "config.yaml")}: not a regular file. The file is left as it is and the defaults are used.`,
  ]);
  expect((await inspect(huge)).warnings[0]).toContain("longer than 1048576 bytes");
  expect([...copiesIn(folder), ...copiesIn(huge)]).toEqual([]);
});

test("a file that cannot be opened is named with the system's reason", async () => {
  const home = temporaryHome();
  symlinkSync("config.yaml", join(home.path, "config.yaml")); // a link to itself: refused even to root
  expect((await inspect(home)).warnings[0]).toContain("cannot be read (ELOOP)");
});

test("an empty file, or one of comments and empty sections, is fine", async () => {
  for (const yaml of ["", "# nothing\n", "agent:\nmodel:\n  default:\n", "\uFEFFagent: {}\n"]) {
    expect((await inspect(withFile(yaml))).warnings).toEqual([]);
  }
});

test("[SF-C10] a cache life nobody offers is named and 5m is used", async () => {
  const { settings, warnings } = await inspect(withFile("prompt_caching:\n  cache_ttl: 2h\n"));
  expect(settings.prompt_caching).toEqual(defaults.prompt_caching);
  expect(warnings).toEqual(["prompt_caching.cache_ttl is 2h; allowed: 5m, 1h. Using 5m."]);
});

test("who chose a cache life keeps it: adapting is then off unless asked for", async () => {
  expect(await adaptive("prompt_caching: {enabled: true}\n")).toBe("on");
  expect(await adaptive("prompt_caching: {cache_ttl: 1h}\n")).toBe("off");
  expect(await adaptive("prompt_caching: {cache_ttl: 1h, adaptive_ttl: suggest}\n")).toBe("suggest");
});

test("[SF-C11] a variable that is not set stays as written and is mentioned once", async () => {
  const yaml = "agent:\n  system_message: ${UNSET} and ${env:SET}, $SET\n  system_prompt: again ${UNSET}\n";
  const { settings, warnings } = await inspect(withFile(yaml), { SET: "value" });
  expect(settings.agent.system_message).toBe("${UNSET} and value, $SET");
  expect(settings.agent.system_prompt).toBe("again ${UNSET}");
  expect(warnings).toEqual(["${UNSET} in agent.system_message is not set; the text is kept as it stands."]);
});

test("what a variable holds is not expanded again, and a credential's value is never shown", async () => {
  const yaml = "web:\n  backend: ${OUTER}\nagent:\n  max_turns: ${MY_TOKEN}\nterminal:\n  cwd: ${MY_TOKEN}\n";
  const loaded = await inspect(withFile(yaml), { OUTER: "${INNER}", INNER: "x", MY_TOKEN: "sk-hidden" });
  expect(loaded.settings.web.backend).toBe("${INNER}");
  expect(loaded.warnings).toEqual([
    "agent.max_turns is ${MY_TOKEN}; allowed: a whole number above 0 or none. Using 90.",
  ]);
  expect(loaded.sensitive).toEqual(new Set(["agent.max_turns", "terminal.cwd"]));
});

test("[SF-C12] a turn limit may be text, must be a limit, may be none, and ultra is an effort", async () => {
  const turns = async (written: string) => {
    const { settings, warnings } = await inspect(withFile(`agent:\n  max_turns: ${written}\n`));
    return [settings.agent.max_turns, warnings];
  };
  expect(await turns('"12"')).toEqual([12, []]);
  expect(await turns("lots")).toEqual([
    90,
    ["agent.max_turns is lots; allowed: a whole number above 0 or none. Using 90."],
  ]);
  expect(await turns("none")).toEqual(["none", []]);
  const effort = await inspect(withFile("agent:\n  reasoning_effort: ultra\n"));
  expect([effort.settings.agent.reasoning_effort, effort.warnings]).toEqual(["ultra", []]);
});

test("booleans of YAML 1.1 stand for the enum members they were written as", async () => {
  const yaml =
    "%YAML 1.1\n---\napprovals: {mode: off, headless_mode: on}\ndisplay: {tool_progress: on, memory_notifications: no}\n";
  const { settings, warnings } = await inspect(withFile(yaml));
  expect(settings.approvals.mode).toBe("off");
  expect(settings.display.tool_progress).toBe("all");
  expect(settings.display.memory_notifications).toBe("off");
  expect(warnings).toEqual(["approvals.headless_mode is true; allowed: deny, approve. Using deny."]);
});

test("[SF-C16] the schema holds the keys of all specifications, a wrong one of each is reported, and misplaced personalities are pointed home", async () => {
  const yaml = [
    "agent: {max_verify_nudges: many}",
    "memory: {recall_replay: sometimes}",
    "compression: {summary_path: shortest}",
    "approvals: {edits: maybe}",
    "personalities: {pirate: Arr}",
  ].join("\n");
  const loaded = await inspect(withFile(yaml));
  expect(loaded.warnings).toEqual([
    "agent.max_verify_nudges is many; allowed: a whole number, 0 or more. Using 3.",
    "memory.recall_replay is sometimes; allowed: exact, current_only. Using exact.",
    "compression.summary_path is shortest; allowed: auto, same_prefix, auxiliary. Using auto.",
    "approvals.edits is maybe; allowed: ask, allow, plan. Using allow.",
    "Unknown key personalities; did you mean agent.personalities?",
  ]);
  expect(loaded.settings).toEqual(defaults);
  expect(loaded.tree["personalities"]).toEqual({ pirate: "Arr" });
  expect(configJsonSchema()).toMatchObject({
    properties: {
      agent: { properties: { max_verify_nudges: { default: 3 } } },
      memory: { properties: { recall_replay: { default: "exact" } } },
      compression: { properties: { summary_path: { default: "auto" } } },
      approvals: { properties: { edits: { default: "allow" } } },
    },
  });
  expect(configJsonSchema()["properties"]).not.toHaveProperty("personalities");
});

test("a ratio out of range is brought into it, aloud", async () => {
  const { settings, warnings } = await inspect(withFile("compression: {target_ratio: 0.95}\n"));
  expect(settings.compression.target_ratio).toBe(0.8);
  expect(warnings).toEqual(["compression.target_ratio is 0.95, out of range. Using 0.8."]);
});

test("one bad entry of a list or map is left out and its neighbours stay", async () => {
  const yaml = [
    "fallback_providers:",
    "  - {provider: openai, model: a}",
    "  - {provider: openai}",
    "  - nonsense",
    "providers:",
    "  mine: {base_url: http://x/v1, api_mode: smoke, key_evn: K}",
    "mcp_servers:",
    "  fs: {command: npx, args: one}",
  ].join("\n");
  const { settings, warnings } = await inspect(withFile(yaml));
  expect(settings.fallback_providers).toEqual([{ provider: "openai", model: "a" }]);
  expect(settings.providers).toEqual({ mine: { base_url: "http://x/v1" } });
  expect(settings.mcp_servers["fs"]).toMatchObject({ command: "npx", args: ["one"], timeout: 300, trust: "full" });
  expect(warnings).toEqual([
    'fallback_providers[1] is {"provider":"openai"}; allowed: a map with provider and model. Ignored.',
    "fallback_providers[2] is nonsense; allowed: a map with provider and model. Ignored.",
    "providers.mine.api_mode is smoke; allowed: auto or chat_completions, anthropic_messages, codex_responses. Ignored.",
    "Unknown key providers.mine.key_evn; did you mean providers.mine.key_env?",
  ]);
});

test("a file of nothing but mistakes is answered quickly and on one screen", async () => {
  const keys = Array.from({ length: 20_000 }, (_, index) => `k${index}: 1`).join("\n");
  const { warnings } = await inspect(withFile(`${"x".repeat(1_000)}: 1\n${keys}\n`));
  expect(warnings).toHaveLength(41);
  expect(warnings.every((warning) => warning.length < 200)).toBe(true);
  expect(warnings.at(-1)).toBe("and 19961 more; see hermes config schema.");
}, 15_000);

test("what a file says cannot steer the terminal", async () => {
  const { warnings } = await inspect(withFile('"a\\e[2Jb": 1\nagent: {max_turns: "\\e[31m\\nx"}\n'));
  expect(warnings).toEqual([
    "Unknown key a [2Jb",
    "agent.max_turns is  [31m x; allowed: a whole number above 0 or none. Using 90.",
  ]);
});

test("a warning never shows a secret", async () => {
  const yaml =
    "providers:\n  x: {api_key: [sk-hidden], models: {api_key: sk-hidden}}\nmodel: {base_url: [https://u:sk-hidden@h/]}\n";
  const { warnings } = await inspect(withFile(yaml));
  expect(warnings).toHaveLength(3);
  expect(warnings.join("\n")).not.toContain("sk-hidden");
});

test("short and old forms are read as the current ones", async () => {
  const yaml = [
    "model: gpt-x",
    "telegram: {enabled: true, home: 5}",
    "approvals: {single_query_mode: approve}",
    "fallback_model: {provider: a, model: b}",
  ].join("\n");
  const { settings, warnings } = await inspect(withFile(yaml));
  expect(warnings).toEqual([]);
  expect(settings.model.default).toBe("gpt-x");
  expect(settings.gateway.platforms).toEqual({
    telegram: { enabled: true, home: 5, extra: {}, require_mention: true, allow_bots: false },
  });
  expect(settings.approvals.headless_mode).toBe("approve");
  expect(settings.fallback_providers).toEqual([{ provider: "a", model: "b" }]);
});

test("keys named like object internals are unknown keys and nothing more", async () => {
  const { settings, warnings } = await inspect(
    withFile("__proto__: {polluted: 1}\nconstructor: 2\nagent: {toString: 3}\n"),
  );
  expect(settings).toEqual(defaults);
  expect(warnings).toHaveLength(3);
  expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
});

test("a time zone must exist", async () => {
  expect([await zone("Europe/Berlin"), await zone("Mars/Olympus")]).toEqual(["Europe/Berlin", "system"]);
});

test("--ignore-user-config leaves the file unread, --strict-config turns its warnings into a refusal", async () => {
  const home = withFile("agent: {max_turn: 5}\n");
  expect(await load(home, { ignoreUserConfig: true, strict: true })).toMatchObject({ kind: "loaded", warnings: [] });
  expect(await load(home, { strict: true })).toEqual({
    kind: "refused",
    problems: ["Refused by --strict-config:", "Unknown key agent.max_turn; did you mean agent.max_turns?"],
  });
});

function bomb(): string {
  return ["a: &a [x]", level("b", "a"), level("c", "b"), level("d", "c"), level("e", "d"), ""].join("\n");
}

function level(name: string, below: string): string {
  return `${name}: &${name} [${Array(10).fill(`*${below}`).join(", ")}]`;
}

test('[CC-C27] a window written as "256K" is a warning, and the model keeps the one it is known for', async () => {
  const { settings, warnings } = await inspect(withFile("model:\n  context_length: 256K\n"));
  expect(settings.model.context_length).toBe("auto");
  expect(warnings.join("\n")).toContain("model.context_length");
});
