import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { commandCall } from "../../tests/support/command-call.ts";
import { temporaryHome } from "../../tests/support/temporary-home.ts";
import { newSession, temporaryStore } from "../../tests/support/temporary-store.ts";
import { sessionsCommand } from "../commands/sessions/sessions-command.ts";
import { noUsage } from "../domain/usage.ts";
import { dumpRun } from "./status-command.ts";

const random = "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0";
const keyLine = "b3BlbnNzaC1rZXktdjEAAAAA";

/** What must not be seen, and a text it stands in, for every way a secret shows itself. */
const planted: readonly (readonly [secret: string, text: string])[] = [
  ...[
    "sk-ant-",
    "sk-or-",
    "sk-proj-",
    "ghp_",
    "github_pat_",
    "glpat-",
    "xoxb-",
    "AIza",
    "hf_",
    "npm_",
    "gsk_",
    "SG.",
  ].map((prefix) => [`${prefix}${random}`, `here is ${prefix}${random} for you`] as const),
  [`sk-${random}`, `key sk-${random}`],
  ["AKIAIOSFODNN7EXAMPLE", "id AKIAIOSFODNN7EXAMPLE"],
  ["110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsawX", "bot 110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsawX"],
  [`eyJhbGciOiJIUzI1NiJ9.${random}.${random}`, `jwt eyJhbGciOiJIUzI1NiJ9.${random}.${random}`],
  ["header1secret2", "Authorization: Bearer header1secret2"],
  ["bearer1secret2value3", "with bearer bearer1secret2value3 inside"],
  ["headerkey1234567", "x-api-key: headerkey1234567"],
  ["hunter2pass", "postgres://app:hunter2pass@db:5432/x"],
  ["urlparam1234567890", "https://x.test/?access_token=urlparam1234567890&b=2"],
  ["quoted1value2", '{"api_key": "quoted1value2"}'],
  ["yaml1value2that3is4long", "db:\n  password: yaml1value2that3is4long\n"],
  ["shellvalue9", "PATH=/bin\nMY_TOKEN=shellvalue9\n"],
  [keyLine, `-----BEGIN OPENSSH PRIVATE KEY-----\n${`${keyLine}\n`.repeat(3)}-----END OPENSSH PRIVATE KEY-----`],
  ["correct horse battery", "the passphrase is correct horse battery, remember it"], // only .env says that it is one
];
const everything = planted.map(([, text]) => text).join("\n\n");

const logLine = (text: string): string => `${JSON.stringify({ at: "t", level: "error", event: "x", text })}\n`;

async function furnished(): Promise<string> {
  const logs = planted.map(([, text]) => logLine(text)).join("");
  const { path: home } = temporaryHome({
    "config.yaml":
      "model:\n  provider: demo\nmcp_servers:\n  files:\n    command: mcp-files\n    env:\n      A_TOKEN: quoted1value2\n",
    ".env": "ODD=correct horse battery\nOPENAI_API_KEY=headerkey1234567\n",
    "logs/agent.log": logs,
    "logs/errors.log": logs,
  });
  using store = await temporaryStore({ path: join(home, "hermes.db") });
  await store.sessions.create(newSession("20260101_000000_abcdef01", { cwd: join(home, "work") }));
  await store.sessions.rename("20260101_000000_abcdef01", "with postgres://app:hunter2pass@db/x");
  const journal = store.openJournal(null);
  const append = (message: Parameters<typeof journal.append>[1]) =>
    journal.append("20260101_000000_abcdef01", message, "turn-1");
  await append({ role: "user", content: `data: ${everything}` });
  const call = { id: "c1", type: "function" as const };
  const args = JSON.stringify({ command: everything });
  await append({
    role: "assistant",
    content: everything,
    reasoning: everything,
    tool_calls: [{ ...call, function: { name: "terminal", arguments: args } }],
  });
  const output = JSON.stringify({ output: everything, exit_code: 0 });
  await append({ role: "tool", tool_call_id: "c1", name: "terminal", tool_name: "terminal", content: output });
  await journal.finish("20260101_000000_abcdef01", {
    turn_id: "turn-1",
    started_at: 1,
    ended_at: 2,
    exit_reason: "api_error_nonretryable",
    exit_detail: everything,
    iterations: 1,
    api_calls: 1,
    tool_calls: 1,
    usage: noUsage,
    cost_usd: null,
    cost_status: "unknown",
    model: "m",
    provider: "p",
    fallback: false,
    interrupted: false,
    error_code: null,
    tool_runs: [{ tool: "terminal", status: "ok", duration_ms: 5, at: 2 }],
    decisions: [{ tool: "terminal", rule: "r", action: everything, decision: "allow", by: "user", scope: "once" }],
  });
  return home;
}

const leaksIn = (text: string): readonly string[] =>
  planted.flatMap(([secret]) => (text.includes(secret) ? [secret] : []));

test("a support bundle holds what is needed and no secret of any kind, and only its owner can read it", async () => {
  const home = await furnished();
  const { code, out, err } = await commandCall(dumpRun(), { home, flags: { bundle: true } });
  expect({ code, err }).toEqual({ code: 0, err: "" });
  const folder = join(home, "cache", "support");
  const [name = ""] = readdirSync(folder);
  expect(out).toContain(join(folder, name));
  expect([statSync(join(folder, name)).mode & 0o777, statSync(folder).mode & 0o777]).toEqual([0o600, 0o700]);
  const bytes = gunzipSync(readFileSync(join(folder, name))).toString("utf8");
  expect(leaksIn(bytes)).toEqual([]);
  expect(bytes).not.toContain(home);
  const members = [...bytes.matchAll(/hermes-support\/([\w.]+)\0/g)].map(([, member]) => member);
  expect(members).toEqual([
    "README.md",
    "system.txt",
    "status.txt",
    "config.txt",
    "doctor.txt",
    "agent.log",
    "errors.log",
    "session.md",
    "events.jsonl",
  ]);
  for (const said of [
    "here is sk-ant…",
    '"type":"approval"',
    `Node.js ${process.versions.node}`,
    "mcp-files",
    '"event":"x"',
  ])
    expect(bytes).toContain(said);
});

test("the same mask is over redacted exports, in every format", async () => {
  const home = await furnished();
  const run = await sessionsCommand.subcommands.find(({ name }) => name === "export")?.load?.();
  if (run === undefined) throw new Error("no export");
  for (const format of ["jsonl", "json", "md", "html"]) {
    const flags = { all: true, format, redact: true } as const;
    const { code, out } = await commandCall(run, { home, flags });
    expect([format, code, leaksIn(out), out.includes(home)]).toEqual([format, 0, [], false]);
  }
});

test("without a session there is a bundle all the same; one that is asked for and missing is refused", async () => {
  const { path: home } = temporaryHome({ "config.yaml": "model:\n  provider: demo\n" });
  const { code, out } = await commandCall(dumpRun(), { home, flags: { bundle: true } });
  expect([code, out.includes("session.md"), out.includes("doctor.txt")]).toEqual([0, false, true]);
  const missing = await commandCall(dumpRun(), { home, flags: { bundle: true, session: "nosuch" } });
  expect([missing.code, missing.out, missing.err.trim().split("\n").length]).toEqual([2, "", 1]);
});

test("a folder that cannot be made is one line and exit code 1", async () => {
  const { path: home } = temporaryHome({ "config.yaml": "model:\n  provider: demo\n" });
  writeFileSync(join(home, "cache"), "in the way");
  const { code, out, err } = await commandCall(dumpRun(), { home, flags: { bundle: true } });
  expect([code, out, err.trim().split("\n").length]).toEqual([1, "", 1]);
});
