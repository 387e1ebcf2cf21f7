import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { enabled, pluginFiles } from "../../tests/support/plugin-files.ts";
import { fakeRng } from "../../tests/support/fake-rng.ts";
import { capturedTerminal } from "../../tests/support/captured-terminal.ts";
import type { CommandRun } from "../commands/command.ts";
import { hooksCommandRuns, pluginsCommandRuns } from "./plugins-command.ts";
import { systemClock } from "./system-clock.ts";

function machine(files: Readonly<Record<string, string>> = {}) {
  const root = mkdtempSync(join(tmpdir(), "hermes-plugins-"));
  const home = join(root, "home");
  write(home, { "config.yaml": "{}\n", ...files });
  return { root, home };
}

function write(root: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
}

/** Runs a subcommand; with answers a person sits at the terminal. */
async function call(
  run: CommandRun,
  { root, home }: ReturnType<typeof machine>,
  words: readonly string[],
  answers?: readonly string[],
) {
  const asked: string[] = [];
  const left = [...(answers ?? [])];
  const ask = async (question: string): Promise<string> => {
    asked.push(question);
    return left.shift() ?? "";
  };
  const { terminal, out, err } = answers === undefined ? capturedTerminal("") : capturedTerminal(null, 80, { ask });
  const code = await run({
    positionals: words,
    flags: {},
    terminal,
    context: {
      env: { HERMES_HOME: home, HOME: root, PATH: process.env["PATH"] },
      cwd: root,
      clock: systemClock,
      rng: fakeRng(),
      signal: new AbortController().signal,
      profile: null,
      configuration: { strict: false, ignoreUserConfig: false, envFile: null },
      version: "0.0.0",
    },
  });
  return { code, out: out(), err: err(), asked };
}

const plugins = pluginsCommandRuns();
const hooks = hooksCommandRuns();
const installed = ({ home }: ReturnType<typeof machine>): unknown =>
  JSON.parse(readFileSync(join(home, "plugins/installed.json"), "utf8"));
const config = ({ home }: ReturnType<typeof machine>): string => readFileSync(join(home, "config.yaml"), "utf8");

const marks = { register: 'require("node:fs").writeFileSync("ran", "");' };

test("a folder is installed and stays off until a person says yes, default no", async () => {
  const at = machine();
  write(at.root, pluginFiles({ weather: { folder: "src/weather", manifest: { capabilities: ["llm.call"] } } }));
  const headless = await call(plugins.install, at, ["./src/weather"]);
  expect(headless.code).toBe(0);
  expect(headless.out).toContain("weather is not enabled");
  expect(config(at)).toBe("{}\n");
  expect(installed(at)).toEqual({ weather: { from: "path", spec: join(at.root, "src/weather"), version: "1.0.0" } });
  const again = await call(plugins.install, at, ["./src/weather"]);
  expect(again).toMatchObject({ code: 1, out: "" });
  expect(again.err).toContain("is there already");
  await call(plugins.remove, at, ["weather"]);
  const silent = await call(plugins.install, at, ["./src/weather"], [""]);
  expect(silent.out).toContain("weather is not enabled");
  await call(plugins.remove, at, ["weather"]);
  const yes = await call(plugins.install, at, ["./src/weather"], ["y", "y"]);
  expect(yes.asked).toEqual([
    "Enable weather? Its code runs with your rights. [y/N] ",
    "Allow weather llm.call? [y/N] ",
  ]);
  expect(config(at)).toContain("weather");
  expect((await call(plugins.info, at, ["weather"])).out).toContain("llm.call (granted)");
});

test("an update brings the new files; what it asks for besides stays off", async () => {
  const at = machine();
  write(at.root, pluginFiles({ weather: { folder: "src/weather" } }));
  await call(plugins.install, at, ["./src/weather"], ["y"]);
  const manifest = { version: "2.0.0", capabilities: ["llm.call"] };
  write(at.root, pluginFiles({ weather: { folder: "src/weather", manifest } }));
  const { out } = await call(plugins.update, at, ["weather"]);
  expect(out).toBe(
    `weather is now path ${join(at.root, "src/weather")} 2.0.0\nPlugin weather asks for llm.call, which stays off; \`hermes plugins enable weather\` asks you\n`,
  );
  const enabling = await call(plugins.enable, at, ["weather"]);
  expect(enabling.err).toContain("Not granted, since nobody could be asked: llm.call");
  expect((await call(plugins.info, at, ["weather"])).out).toContain("llm.call (off)");
});

test("from a repository the full commit is recorded, and its own hooks do not run", async () => {
  const at = machine();
  const repository = join(at.root, "weather.git");
  write(repository, pluginFiles({ weather: { folder: "." } }));
  const git = (...args: readonly string[]): string =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.c", ...args], {
      cwd: repository,
      encoding: "utf8",
    });
  git("init", "--quiet");
  git("add", ".");
  git("commit", "--quiet", "-m", "one");
  const commit = git("rev-parse", "HEAD").trim();
  const { code, out } = await call(plugins.install, at, [`file://${repository}`]);
  expect({ code, out }).toEqual({
    code: 0,
    out: `weather installed from git git+file://${repository} ${commit}\nweather is not enabled; \`hermes plugins enable weather\` does that\n`,
  });
  expect(commit).toMatch(/^[0-9a-f]{40}$/);
  expect(existsSync(join(at.home, "plugins/weather/.git"))).toBe(false);
});

test("a package is installed by npm with its scripts off and its version pinned, and goes again", async () => {
  const at = machine();
  const files = pluginFiles({ weather: { folder: "package", register: marks.register } });
  const described: unknown = JSON.parse(files["package/package.json"] ?? "{}");
  const scripts = { postinstall: "touch ran" };
  write(at.root, { ...files, "package/package.json": JSON.stringify({ ...Object(described), scripts }) });
  execFileSync("tar", ["-czf", "weather-1.0.0.tgz", "package"], { cwd: at.root });
  const { code, err } = await call(plugins.install, at, ["./weather-1.0.0.tgz"]);
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(installed(at)).toEqual({
    weather: { from: "npm", spec: join(at.root, "weather-1.0.0.tgz"), version: "1.0.0", package: "weather" },
  });
  const folder = join(at.home, "plugins/node_modules/weather");
  expect([existsSync(join(folder, "package.json")), existsSync(join(folder, "ran"))]).toEqual([true, false]);
  expect((await call(plugins.list, at, [])).out).toContain(
    "off  weather  1.0.0  npm general  (it is not in plugins.enabled)",
  );
  expect((await call(plugins.remove, at, ["weather"])).out).toBe("weather removed\n");
  expect(existsSync(folder)).toBe(false);
});

test("what is no plugin is refused in one line and leaves nothing behind", async () => {
  const at = machine();
  write(at.root, { "empty/readme.md": "nothing" });
  for (const spec of ["./empty", "./missing", "--global", "no such thing"]) {
    const { code, err } = await call(plugins.install, at, [spec]);
    expect([spec, code, err.trim().split("\n").length]).toEqual([spec, 1, 1]);
  }
  expect((await call(plugins.list, at, [])).out).toBe("No plugins are installed.\n");
  for (const run of [plugins.enable, plugins.remove, plugins.update, plugins.info])
    expect(await call(run, at, ["ghost"])).toMatchObject({
      code: 1,
      err: 'hermes: No plugin "ghost" is installed; `hermes plugins list` shows them\n',
    });
});

test("enabling and disabling changes the two lists and nothing else of the file", async () => {
  const at = machine({
    ...pluginFiles({ weather: {} }),
    "config.yaml": "# mine\nplugins:\n  disabled: [weather]\nagent:\n  max_turns: 7\n",
  });
  expect((await call(plugins.list, at, [])).out).toContain("it stands in plugins.disabled");
  await call(plugins.enable, at, ["weather"]);
  expect((await call(plugins.list, at, [])).out).toMatch(/^on {3}weather/);
  expect(config(at)).toMatch(/^# mine\n/);
  await call(plugins.disable, at, ["weather"]);
  expect((await call(plugins.list, at, [])).out).toContain("it is not in plugins.enabled");
});

test("the list says which platforms a plugin brings, without running it", async () => {
  const provides = { platforms: ["owl", "crow"] };
  const files = pluginFiles({
    birds: { manifest: { description: "Birds", kind: "platform", provides }, entry: "throw new Error('ran');\n" },
  });
  const at = machine({ ...files, "config.yaml": enabled("birds") });
  expect((await call(plugins.list, at, [])).out).toBe(
    "on   birds  1.0.0  user platform  Birds [brings the platforms owl, crow]\n",
  );
  expect((await call(plugins.info, at, ["birds"])).out).toContain("provides      platforms owl, platforms crow\n");
});

test("hooks are listed, trusted by a person at a terminal only, and revoked", async () => {
  const at = machine({ "config.yaml": `${enabled()}hooks:\n  pre_tool_call: [./guard.sh]\n` });
  write(at.root, { "guard.sh": "exit 0\n" });
  expect((await call(hooks.list, at, [])).out).toBe("not yet   pre_tool_call  ./guard.sh\n");
  expect(await call(hooks.trust, at, [])).toMatchObject({
    code: 1,
    err: "hermes: Agreeing to a hook needs a terminal\n",
  });
  expect((await call(hooks.trust, at, [], ["y"])).out).toBe("Trusted: ./guard.sh\n");
  expect((await call(hooks.list, at, [])).out).toBe("trusted   pre_tool_call  ./guard.sh\n");
  write(at.root, { "guard.sh": "exit 2\n" });
  expect((await call(hooks.list, at, [])).out).toBe("not yet   pre_tool_call  ./guard.sh\n");
  await call(hooks.trust, at, ["guard"], ["y"]);
  expect((await call(hooks.revoke, at, ["guard"])).out).toBe("No longer trusted: ./guard.sh\n");
  expect((await call(hooks.list, at, [])).out).toBe("not yet   pre_tool_call  ./guard.sh\n");
});
