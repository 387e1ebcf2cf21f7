import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { commandCall } from "../../tests/support/command-call.ts";
import { containing } from "../../tests/support/matching.ts";
import { temporaryHome } from "../../tests/support/temporary-home.ts";
import { newSession, temporaryStore } from "../../tests/support/temporary-store.ts";
import { installationOf } from "../commands/update/update.ts";
import { dumpRun, statusRun } from "./status-command.ts";

const config = `model:
  provider: custom
  default: gpt-4o
  base_url: http://127.0.0.1:1/v1
terminal: {backend: local}
memory: {provider: sessions}
mcp_servers:
  files: {command: mcp-files, env: {SECRET_THING: hunter2}}
  old: {url: "http://x", enabled: false}
gateway: {platforms: {telegram: {enabled: true}, slack: {enabled: false}}}
colour: blue
`;
const files = { "config.yaml": config, ".env": "OPENAI_API_KEY=sk-hunter2hunter2\nEMPTY_API_KEY=\n" };

const statusOf = async (home: string, env = {}): Promise<unknown> => {
  const { code, out, err } = await commandCall(statusRun(), { home, flags: { json: true }, env });
  expect({ code, err }).toEqual({ code: 0, err: "" });
  return JSON.parse(out);
};

test("status tells the whole setup and no secret", async () => {
  const { path: home } = temporaryHome(files);
  using store = await temporaryStore({ path: join(home, "hermes.db") });
  await store.sessions.create(newSession("s1"));
  writeFileSync(join(home, "gateway.pid"), `${process.pid}\n`);
  const report = await statusOf(home, { ANTHROPIC_API_KEY: "hunter2", EDITOR: "vi" });
  expect(report).toEqual({
    version: "0",
    home,
    profile: "default",
    model: {
      kind: "ready",
      model: "gpt-4o",
      provider: "custom",
      endpoint: "http://127.0.0.1:1/v1",
      api_mode: "chat_completions",
      key_source: null,
    },
    keys: ["ANTHROPIC_API_KEY", "OPENAI_API_KEY"],
    sandbox: { backend: "local", walls: false, why: null },
    approvals: { mode: "manual", edits: "allow" },
    context_engine: "compressor",
    memory: { files: true, provider: "sessions" },
    plugins: [],
    mcp_servers: [
      { name: "files", enabled: true },
      { name: "old", enabled: false },
    ],
    sessions: { count: 1, problem: null },
    gateway: { state: "running", pid: process.pid },
    platforms: ["telegram"],
    jobs: 0,
    warnings: [containing("colour")],
  });
  expect(JSON.stringify(report)).not.toContain("hunter2");
});

test("a home that is not there is looked at and not made", async () => {
  const home = join(temporaryHome().path, "none");
  expect(await statusOf(home)).toMatchObject({ model: { kind: "missing" }, keys: [], sessions: { count: 0 } });
  expect(existsSync(home)).toBe(false);
  const { out } = await commandCall(statusRun(), { home });
  for (const name of ["keys", "plugins", "MCP servers", "sessions", "gateway", "platforms", "jobs"]) {
    expect(out).toMatch(new RegExp(`^${name} +none$`, "m"));
  }
});

test("a damaged database and a gateway that died are said, not thrown", async () => {
  const { path: home } = temporaryHome({ "hermes.db": "no database", "gateway.pid": "nonsense" });
  expect(await statusOf(home)).toMatchObject({
    gateway: { state: "stale", pid: null },
    sessions: { count: 0, problem: containing("database") },
  });
  writeFileSync(join(home, "gateway.pid"), JSON.stringify({ pid: process.pid, start_time: "1" }));
  const { out } = await commandCall(statusRun(), { home });
  expect(out).toMatch(new RegExp(`^gateway +none: pid ${process.pid} is gone$`, "m"));
});

test("an unknown profile ends status with 2 and one line", async () => {
  const { path: home } = temporaryHome(files);
  const env = { HERMES_PROFILE: "nosuch" };
  for (const run of [statusRun(), dumpRun()]) {
    const refused = await commandCall(run, { home, env });
    expect(refused).toEqual({ code: 2, out: "", err: containing('There is no profile "nosuch"') });
  }
});

test("a dump has what a bug report needs, without secrets and without the person's folder", async () => {
  const line = JSON.stringify({ at: "t", level: "error", event: "x.failed", text: "Bearer sk-hunter2hunter2hunter2" });
  const { path: home } = temporaryHome({ ...files, "logs/errors.log": `${line}\n` });
  const { code, out, err } = await commandCall(dumpRun(), { home });
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(out).toContain("home            ~");
  expect(out).toContain("x.failed");
  expect(out).toContain("mcp_servers.files.command: mcp-files  (file)");
  expect(out).toContain(`Node.js ${process.versions.node}`);
  expect(out).not.toContain("hunter2");
  expect(out).not.toContain(home);
});

test("the way to update follows from where the program lies", () => {
  const { path } = temporaryHome({
    "source/.git/HEAD": "",
    "project/package.json": "",
    "project/node_modules/hermes/package.json": "",
    "lib/node_modules/hermes/package.json": "",
  });
  const places = ["source", "project/node_modules/hermes", "lib/node_modules/hermes"];
  expect(places.map((place) => installationOf(join(path, place)))).toEqual(["source", "project", "global"]);
});
