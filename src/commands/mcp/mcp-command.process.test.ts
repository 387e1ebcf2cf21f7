import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { mcpAdmin } from "../../app/mcp-admin.ts";
import { systemClock } from "../../app/system-clock.ts";
import { systemRng } from "../../app/system-rng.ts";
import { parse } from "../parse.ts";
import { rootCommand } from "../root.ts";
import { mcpCommand } from "./spec.ts";
import { capturedTerminal } from "../../../tests/support/captured-terminal.ts";
import { matching } from "../../../tests/support/matching.ts";
import { oddServer } from "../../../tests/support/mcp-world.ts";

const root = rootCommand([mcpCommand(async () => mcpAdmin)]);

function newHome(config = ""): string {
  const home = join(mkdtempSync(join(tmpdir(), "hermes-mcp-home-")), "home");
  mkdirSync(home);
  writeFileSync(join(home, "config.yaml"), config);
  return home;
}

const configOf = (home: string): string => readFileSync(join(home, "config.yaml"), "utf8");

async function mcp(home: string, ...words: readonly string[]) {
  const parsed = parse(root, ["mcp", ...words]);
  if (parsed.kind !== "command") return { code: 2, out: "", err: parsed.kind === "problem" ? parsed.message : "" };
  const run = await parsed.path.at(-1)?.load?.();
  if (run === undefined) throw new Error("nothing to run");
  const { terminal, out, err } = capturedTerminal("");
  const context = {
    env: { HERMES_HOME: home, PATH: process.env["PATH"] },
    cwd: home,
    clock: systemClock,
    rng: systemRng,
    signal: new AbortController().signal,
    profile: null,
    configuration: { strict: false, ignoreUserConfig: false, envFile: null },
    version: "0",
  };
  const code = await run({ flags: parsed.flags, positionals: parsed.positionals, terminal, context });
  return { code, out: out(), err: err() };
}

test("servers are added by command or address, listed, and removed; comments of the file stay", async () => {
  const home = newHome("# mine\nmodel: gpt-4o # good\n");
  const byCommand = await mcp(home, "add", "files", "--env", "ROOT=/srv", "--", "npx", "-y", "some-server", "--flag");
  expect(byCommand).toMatchObject({ code: 0, out: matching(/Next: hermes mcp test files/u) });
  await mcp(
    home,
    "add",
    "web",
    "--url",
    "https://mcp.example/mcp",
    "--header",
    "X-Team: blue",
    "--oauth",
    "--untrusted",
  );
  expect(configOf(home)).toBe(
    [
      "# mine",
      "model: gpt-4o # good",
      "mcp_servers:",
      "  files:",
      "    command: npx",
      "    args:",
      "      - -y",
      "      - some-server",
      "      - --flag",
      "    env:",
      "      ROOT: /srv",
      "  web:",
      "    url: https://mcp.example/mcp",
      "    headers:",
      "      X-Team: blue",
      "    auth: oauth",
      "    trust: untrusted",
      "",
    ].join("\n"),
  );
  expect((await mcp(home, "list")).out).toBe(
    "files  npx -y some-server --flag\nweb  https://mcp.example/mcp  (untrusted, not logged in)\n",
  );
  expect(await mcp(home, "remove", "files")).toMatchObject({ code: 0 });
  expect(await mcp(home, "remove", "web")).toMatchObject({ code: 0 });
  expect(configOf(home)).toBe("# mine\nmodel: gpt-4o # good\n");
  expect((await mcp(home)).out).toMatch(/^No MCP servers are configured/u);
});

test.each([
  [["add", "a b", "--", "x"], /cannot be a server's name/u],
  [["add", "x"], /Say how to reach it/u],
  [["add", "x", "--url", "ftp://example.com"], /is no http\(s\) address/u],
  [["add", "x", "--url", "https://u:secret@example.com"], /is no http\(s\) address without a password/u],
  [["add", "x", "--url", "https://example.com", "--", "cmd"], /either --url or a command/u],
  [["add", "x", "--url", "https://example.com", "--env", "A=b"], /--env is for servers/u],
  [["add", "x", "--header", "A=b", "--", "cmd"], /--header and --oauth are for/u],
  [["add", "x", "--env", "no pair", "--", "cmd"], /--env takes NAME=VALUE/u],
  [["add", "there", "--", "cmd"], /already; --force replaces it/u],
  [["remove", "ther"], /Did you mean there\?/u],
  [["test", "ther"], /Did you mean there\?/u],
  [["login", "there"], /only servers with a url take a login/u],
  [["logout"], /<name>/u],
])("%j is answered in one line and changes nothing", async (words, said) => {
  const config = "mcp_servers:\n  there:\n    command: some\n";
  const home = newHome(config);
  const { code, out, err } = await mcp(home, ...words);
  expect({ code, out, lines: err.trim().split("\n").length }).toEqual({ code: 2, out: "", lines: 1 });
  expect(err).toMatch(said);
  expect(err).not.toContain("secret");
  expect(configOf(home)).toBe(config);
});

test("a test connects to all servers, shows their tools with their price, and fails when one is down", async () => {
  const servers = { fine: oddServer("fine"), gone: { command: "hermes-no-such-program" } };
  const home = newHome(`mcp_servers: ${JSON.stringify(servers)}\n`);
  const { code, out, err } = await mcp(home, "test");
  expect(code).toBe(1);
  expect(out).toMatch(
    /^fine: ready after \d+ ms, 2 tools, about \d+ tokens\n +\d+ {2}mcp__fine__go {2}Goes\n +\d+ {2}mcp__fine__look {2}\n$/u,
  );
  expect(err).toBe("gone: not reachable: exit code 127: hermes-no-such-program: not found\n");
  expect((await mcp(home, "test", "fine")).code).toBe(0);
});

test("a test says what a server's instructions weigh, and whether they stand in the prompt", async () => {
  const speaking = { ...oddServer("fine"), env: { ODD_INSTRUCTIONS: "Call look before go." } };
  const servers = { quiet: speaking, heard: { ...speaking, instructions: true } };
  const home = newHome(`mcp_servers: ${JSON.stringify(servers)}\n`);
  const { out } = await mcp(home, "test");
  expect(out.split("\n").filter((line) => line.includes("instructions"))).toEqual([
    matching(
      /^ {2}instructions: about [1-9]\d? tokens, not in the prompt \(mcp_servers\.quiet\.instructions is off\)$/u,
    ),
    matching(/^ {2}instructions: about [1-9]\d? tokens, part of the prompt$/u),
  ]);
});

test("nobody logged in is nobody logged out", async () => {
  const home = newHome("mcp_servers: { web: { url: https://mcp.example/mcp, auth: oauth } }\n");
  expect(await mcp(home, "logout", "web")).toEqual({ code: 1, out: "", err: "hermes: Nobody was logged in to web\n" });
});
