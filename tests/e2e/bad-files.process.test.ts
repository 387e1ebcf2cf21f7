import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { type Ended, hermes, machineFor, newMachine } from "../support/hermes-process.ts";
import { serveScenario } from "../support/serve-scenario.ts";
import { stored } from "../support/stored.ts";

vi.setConfig({ testTimeout: 30_000 }); // real processes, on a machine that may be busy

const demo = ["run", "--provider", "demo", "hi"];
const binary = Buffer.from(Array.from({ length: 3_000 }, (_, index) => (index * 97 + (index >> 3)) % 256));
const refusedBy = (ended: Ended): readonly unknown[] => [ended.code, ended.out, ended.err.split("\n").length];

test.concurrent("a config.yaml that is no text or no file is warned about, and the run goes on without it", async () => {
  const machine = newMachine({ "config.yaml": binary });
  const folder = newMachine({ "config.yaml/keep": "" });
  const [noText, noFile] = await Promise.all([hermes(machine, demo), hermes(folder, demo)]);
  expect([noText.code, noFile.code]).toEqual([0, 0]);
  expect(noText.err).toMatch(/^hermes: warning: .*config\.yaml: not a UTF-8 text file\. [^\n]*\n$/);
  expect(noFile.err).toMatch(/^hermes: warning: .*config\.yaml: not a regular file\. [^\n]*\n$/);
  expect(readFileSync(join(machine.home, "config.yaml")).equals(binary)).toBe(true);
});

test.concurrent("settings of the wrong type are named one by one with what is allowed; --strict-config ends there", async () => {
  const config = "agent: 5\nmodel: [1]\napprovals:\n  mode: perhaps\nlogging:\n  level: 7\nmodle: x\n";
  const machine = newMachine({ "config.yaml": config });
  const { code, err } = await hermes(machine, demo);
  expect(code).toBe(0);
  const lines = err.trimEnd().split("\n");
  expect(lines).toEqual([
    "hermes: warning: agent is 5; allowed: a map. Ignored.",
    "hermes: warning: model is [1]; allowed: a map. Ignored.",
    expect.stringMatching(/^hermes: warning: approvals\.mode is perhaps; allowed: .*\bmanual\b.*\. Using \w+\.$/),
    expect.stringMatching(/^hermes: warning: logging\.level is 7; allowed: .*\bINFO\b.*\. Using INFO\.$/),
    expect.stringMatching(/^hermes: warning: Unknown key modle.*\bmodel\b/),
  ]);
  const strict = await hermes(machine, [...demo, "--strict-config"]);
  expect([strict.code, strict.out]).toEqual([2, ""]);
  expect(strict.err).toContain("agent is 5");
});

test.concurrent("a .env that is no list of names costs one line", async () => {
  const [noText, folder] = await Promise.all([
    hermes(newMachine({ ".env": "what\nis\nthis\nKEY=1\n" }), demo),
    hermes(newMachine({ ".env/keep": "" }), demo),
  ]);
  expect(noText.err).toMatch(/^hermes: warning: .*\.env, line 1 and 2 more: not NAME=value, skipped\.\n$/);
  expect(folder.err).toMatch(/^hermes: warning: .*\.env: not a regular file\. It is not used\.\n$/);
  expect([noText.code, folder.code]).toEqual([0, 0]);
});

test.concurrent("a home that cannot be made is one line and no stack", async () => {
  const machine = newMachine();
  const file = join(machine.root, "file");
  writeFileSync(file, "");
  const [inFile, isFile] = await Promise.all([
    hermes({ ...machine, home: join(file, "home") }, demo),
    hermes({ ...machine, home: file }, demo),
  ]);
  expect(refusedBy(inFile)).toEqual([1, "", 2]);
  expect(inFile.err).toMatch(/^hermes: The home .*file\/home cannot be prepared: ENOTDIR\.\n$/);
  expect(refusedBy(isFile)).toEqual([2, "", 2]);
  expect(isFile.err).toMatch(/^hermes: The home .*file is not a folder\. .*\n$/);
});

test.concurrent("a database that is damaged or a folder is named with the way out, and left as it is", async () => {
  const damaged = newMachine({ "hermes.db": binary });
  const folder = newMachine({ "hermes.db/keep": "" });
  const [one, other, listed] = await Promise.all([
    hermes(damaged, demo),
    hermes(folder, demo),
    hermes(damaged, ["sessions", "list"]),
  ]);
  expect([one, other, listed].map(refusedBy)).toEqual([1, 2, 3].map(() => [1, "", 2]));
  expect(one.err).toMatch(
    /^hermes: .*hermes\.db is damaged \(.*\); run `hermes sessions repair`, which keeps a backup\n$/,
  );
  expect(other.err).toMatch(/^hermes: .*hermes\.db cannot be written \(.*\); check the permissions .*\n$/);
  expect(listed.err).toContain("hermes sessions repair");
  expect(readFileSync(join(damaged.home, "hermes.db")).equals(binary)).toBe(true);
});

test.concurrent("a database that another program keeps locked costs no answer, and the run says what was not saved", async () => {
  await using model = await serveScenario({ steps: [{ reply: { text: "hello" }, repeat: "forever" }] });
  const machine = machineFor(model.url);
  await hermes(machine, ["run", "hi"]);
  await using holder = await lock(join(machine.home, "hermes.db"));
  const { code, out, err } = await hermes(machine, ["run", "again"]);
  expect([code, out]).toEqual([0, "hello\n"]);
  expect(err).toMatch(/hermes\.db is locked by another program/);
  expect(stored(machine.home).messages).toEqual(["user: hi", "assistant: hello"]);
  expect((await hermes(machine, ["sessions", "list"])).code).toBe(0);
  expect(holder.isAlive()).toBe(true);
});

/** A limit on the size of files stands in for a full disk: it needs no rights, and SQLite meets the same failing write. */
const fullDisk = { before: "ulimit -f 100" };

test.concurrent("a full disk: a new home is refused in one line; an old one answers and says what was not saved", async () => {
  await using model = await serveScenario({ steps: [{ reply: { text: "hello" }, repeat: "forever" }] });
  const fresh = await hermes(machineFor(model.url), ["run", "hi"], fullDisk);
  expect(refusedBy(fresh)).toEqual([1, "", 2]);
  expect(fresh.err).toMatch(/^hermes: .*hermes\.db could not be written \(.*\); free some space/);

  const machine = machineFor(model.url);
  await hermes(machine, ["run", "hi"]);
  const { code, out, err } = await hermes(machine, ["run", "again"], fullDisk);
  expect([code, out]).toEqual([0, "hello\n"]);
  expect(err).toMatch(/^hermes: warning: this turn is not saved as it should be \(save turn: .*hermes\.db/m);
  expect(stored(machine.home)).toEqual({ messages: ["user: hi", "assistant: hello"], turns: ["text_response"] });
});

test.concurrent("with a full disk no tool runs: what it did could not be remembered", async () => {
  const touch = { name: "terminal", arguments: { command: "touch done" } };
  await using model = await serveScenario({
    steps: [{ reply: { text: "hello" } }, { reply: { tool_calls: [touch] } }],
  });
  const machine = machineFor(model.url);
  await hermes(machine, ["run", "hi"]);
  const { code, out, err } = await hermes(machine, ["run", "do it", "--yolo"], fullDisk);
  expect([code, out]).toEqual([1, ""]);
  expect(err).toMatch(/^hermes: The conversation could not be saved: the disk is full or not writable; .*\n$/m);
  expect(existsSync(join(machine.cwd, "done"))).toBe(false);
});

/** Another process that does not let go of the write lock until it is disposed of. */
async function lock(path: string): Promise<AsyncDisposable & { readonly isAlive: () => boolean }> {
  const script = `const db = new (require("node:sqlite").DatabaseSync)(process.argv[1]);
    db.exec("BEGIN IMMEDIATE"); console.log("locked"); process.stdin.resume();`;
  const holder = spawn(process.execPath, ["-e", script, path]);
  await once(holder.stdout, "data");
  return {
    isAlive: () => holder.exitCode === null,
    [Symbol.asyncDispose]: async () => {
      holder.kill();
      await once(holder, "close");
    },
  };
}
