import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { keys, startChat } from "../support/chat-terminal.ts";
import { hermes, machineFor } from "../support/hermes-process.ts";
import { ircGateway } from "../support/irc-gateway.ts";
import { playedSudo } from "../support/played-sudo.ts";
import { calls, says } from "../support/played-tools.ts";
import { serveScenario } from "../support/serve-scenario.ts";

vi.setConfig({ testTimeout: 60_000 }); // real processes, on a machine that may be busy

const password = "open-sesame-4711";
const local = "terminal:\n  backend: local\n"; // behind walls nobody becomes root
const allowed = `${local}command_allowlist: ["sudo *"]\n`;
const sudo = (command: string) => calls({ name: "terminal", id: "t1", arguments: { command } });

/** The files in which the word stands. */
function holding(word: string, folder: string): readonly string[] {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name));
  return files.filter((file) => statSync(file).isFile() && readFileSync(file, "latin1").includes(word));
}

test("after the yes the person types sudo's password, which nothing but sudo ever gets", async () => {
  const marker = "the floor is clean";
  await using model = await serveScenario({ steps: [sudo(`sudo echo ${marker}`), says("All done.")] });
  const machine = machineFor(model.url, local);
  const { path, given, forget } = playedSudo(machine.root, password);
  using chat = startChat(machine, { env: { PATH: path } });
  await chat.shows("edits: allow");
  chat.type(`clean up${keys.enter}`);
  await chat.shows("s session");
  expect(chat.window().join("\n")).not.toContain("sudo needs your password");
  chat.type("s");
  await chat.shows("Enter gives it to sudo");
  expect(chat.window().join("").replaceAll(/\s+/g, "")).toContain(`sudo:${join(machine.root, "bin/sudo")}`);
  chat.type("wrong\u0015");
  chat.type(`${password}x\u007F`);
  await chat.shows(`password: ${"•".repeat(password.length)}`);
  chat.type(keys.enter);
  await chat.shows("All done.");
  expect(given()).toBe(`${password}\n`);
  forget();
  chat.type(`!sudo echo a''gain${keys.enter}`); // the one that was typed still holds
  await chat.shows("again");
  await chat.shows(() => !chat.window().join("\n").includes("Ctrl+C stops"));
  expect(given()).toBe(`${password}\n`.repeat(2));
  chat.type(keys.ctrlD);
  expect(await chat.ended).toBe(0);
  const sent = JSON.stringify(model.simulator.requests.map(({ body }) => body));
  expect([sent.includes(marker), sent.includes(password), chat.written().includes(password)]).toEqual([
    true,
    false,
    false,
  ]);
  expect(holding(marker, machine.home)).not.toEqual([]);
  expect(holding(password, machine.home)).toEqual([]);
});

test("Esc goes on without it: sudo says so, and the model is told that the person was asked", async () => {
  await using model = await serveScenario({ steps: [sudo("sudo id"), says("Then not.")] });
  const machine = machineFor(model.url, allowed);
  const { path, given } = playedSudo(machine.root, password);
  using chat = startChat(machine, { env: { PATH: path } });
  await chat.shows("edits: allow");
  chat.type(`who is root?${keys.enter}`);
  await chat.shows("Enter gives it to sudo");
  chat.type(`half${keys.escape}`);
  await chat.shows("Then not.");
  expect(given()).toBe("");
  expect(JSON.stringify(model.simulator.requests.at(-1)?.body)).toContain("was asked for it and gave none");
});

test("without a screen nobody is asked: a run and a chat elsewhere say how a password is configured", async () => {
  await using model = await serveScenario({ steps: [sudo("sudo id"), says("No rights.")] });
  const machine = machineFor(model.url, allowed);
  vi.stubEnv("PATH", playedSudo(machine.root, password).path);
  const { code, out } = await hermes(machine, ["run", "who is root?"]);
  expect([code, out.trim()]).toEqual([0, "No rights."]);
  expect(JSON.stringify(model.simulator.requests.at(-1)?.body)).toContain("put SUDO_PASSWORD into the .env file");
  await using chat = await ircGateway({ steps: [sudo("sudo id"), says("No rights here.")], config: allowed });
  await chat.run();
  chat.says("who is root?");
  await chat.irc.gets(/No rights here/);
  expect(JSON.stringify(chat.simulator.requests.at(-1)?.body)).toContain("put SUDO_PASSWORD into the .env file");
  vi.unstubAllEnvs();
});
