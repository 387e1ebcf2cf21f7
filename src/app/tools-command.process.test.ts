import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { keys, startChat } from "../../tests/support/chat-terminal.ts";
import { commandCall } from "../../tests/support/command-call.ts";
import { hermes, newMachine } from "../../tests/support/hermes-process.ts";
import { matching } from "../../tests/support/matching.ts";
import { temporaryHome } from "../../tests/support/temporary-home.ts";
import { platformNames } from "../commands/tools/spec.ts";
import { platforms } from "../tools/tool-switches.ts";
import { toolCommandRuns } from "./tools-command.ts";

const runs = toolCommandRuns(process);
const configOf = (home: string): string => readFileSync(join(home, "config.yaml"), "utf8");

async function offOn(home: string, platform = "cli"): Promise<readonly string[]> {
  const { out } = await commandCall(runs.list, { home, flags: { platform } });
  return [...out.matchAll(/^\[ \] (\S+)/gm)].map(([, name = ""]) => name);
}

test("a set is switched off and on for one platform, comments stay", async () => {
  const { path: home } = temporaryHome({ "config.yaml": "# mine\ntimezone: UTC # here\n" });
  expect(await commandCall(runs.disable, { home, words: ["web", "vision"] })).toMatchObject({ code: 0, err: "" });
  expect(configOf(home)).toBe(
    "# mine\ntimezone: UTC # here\nplatform_toolsets:\n  cli:\n    - hermes-cli\n    - -web\n    - -vision\n",
  );
  expect([await offOn(home), await offOn(home, "telegram")]).toEqual([["web", "vision"], []]);
  await commandCall(runs.enable, { home, words: ["web"] });
  expect(await offOn(home)).toEqual(["vision"]);
});

test("a platform starts with what it can use, and single tools are switched too", async () => {
  const { path: home } = temporaryHome();
  expect(await offOn(home, "webhook")).toEqual(expect.arrayContaining(["terminal", "file"]));
  await commandCall(runs.enable, { home, words: ["read_file"], flags: { platform: "webhook" } });
  expect(configOf(home)).toBe("platform_toolsets:\n  webhook:\n    - hermes-webhook\n    - read_file\n");
});

async function last(config: string): Promise<string | undefined> {
  const { path: home } = temporaryHome({ "config.yaml": config });
  return (await commandCall(runs.list, { home })).out.trimEnd().split("\n").at(-1);
}

test("where servers are configured, the list says when their tools are found by search", async () => {
  const servers = "mcp_servers: { zoo: { command: nowhere } }\n";
  expect(await last(servers)).toBe(
    "Tools of MCP servers are found by tool_search instead of listed when they weigh more than 5% of the window (tools.tool_search)",
  );
  expect(await last(`${servers}tools: { tool_search: { enabled: true } }\n`)).toMatch(/not listed in requests/u);
  expect(await last(`${servers}tools: { tool_search: { enabled: false } }\n`)).toMatch(/^\[/u);
  expect(await last("timezone: UTC\n")).toMatch(/^\[/u);
});

test("a set whose tool does not exist yet is neither listed nor switched", async () => {
  const { path: home } = temporaryHome();
  const { out } = await commandCall(runs.list, { home, flags: { platform: "cli" } });
  expect(out).toContain("terminal");
  expect(out).not.toContain("cronjob");
  expect(await commandCall(runs.enable, { home, words: ["cronjob"] })).toMatchObject({ code: 2 });
});

test("what is off everywhere stays off, and is said", async () => {
  const { path: home } = temporaryHome({ "config.yaml": "agent: {disabled_toolsets: [web]}\n" });
  const refused = await commandCall(runs.enable, { home, words: ["web"] });
  expect(refused).toEqual({ code: 1, out: "", err: matching(/agent\.disabled_toolsets/) });
  expect(configOf(home)).toBe("agent: {disabled_toolsets: [web]}\n");
});

test("an unknown name is refused with the nearest, and a broken file is not written to", async () => {
  const { path: home } = temporaryHome();
  const refused = await commandCall(runs.disable, { home, words: ["file", "terminl"] });
  expect(refused).toEqual({ code: 2, out: "", err: matching(/"terminl", did you mean "terminal"/) });
  expect(existsSync(join(home, "config.yaml"))).toBe(false);
  const { path: broken } = temporaryHome({ "config.yaml": "a: [\n" });
  expect((await commandCall(runs.disable, { home: broken, words: ["web"] })).code).toBe(1);
  expect(configOf(broken)).toBe("a: [\n");
});

test("the command line knows the platforms", async () => {
  expect(platformNames).toEqual(platforms);
  const { code, err } = await hermes(newMachine(), ["tools", "list", "--platform", "telegramm"]);
  expect([code, err]).toEqual([2, matching(/--platform must be one of: cli, telegram/)]);
});

test("a tool that is off is not offered to the model", async () => {
  const machine = newMachine();
  await hermes(machine, ["tools", "disable", "web", "read_file"]);
  const { out } = await hermes(machine, ["prompt-size", "--json"]);
  expect(out).toContain('"write_file"');
  expect(out).not.toContain('"read_file"');
});

test("without a command a person ticks boxes; Enter saves, Escape leaves all as it is", async () => {
  const machine = newMachine();
  {
    using screen = startChat(machine, { args: ["tools"] });
    await screen.shows("> [x] file");
    screen.type(`${keys.down} `);
    await screen.shows("> [ ] terminal");
    screen.type(keys.escape);
    expect(await screen.ended).toBe(0);
    expect(screen.all().join("\n")).toContain("Nothing was changed.");
    expect(existsSync(join(machine.home, "config.yaml"))).toBe(false);
  }
  using screen = startChat(machine, { args: ["tools"] });
  await screen.shows("> [x] file");
  screen.type(`${keys.down} ${keys.enter}`);
  expect(await screen.ended).toBe(0);
  expect(configOf(machine.home)).toBe("platform_toolsets:\n  cli:\n    - hermes-cli\n    - -terminal\n");
  expect(screen.written()).toContain("\u001B[?25h");
});
