import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { hermes, newMachine, start } from "../support/hermes-process.ts";
import { ircGateway } from "../support/irc-gateway.ts";
import { calls, says } from "../support/played-tools.ts";
import { stored } from "../support/stored.ts";

vi.setConfig({ testTimeout: 60_000 });

test("a person talks to the agent on IRC, and the conversation goes on after a restart", async () => {
  await using chat = await ircGateway({ steps: [says("Good morning, Ann."), says("You said hello.")] });
  const first = await chat.run();
  chat.says("hello");
  await chat.irc.gets(/Good morning, Ann/);
  first.child.kill("SIGTERM");
  expect((await first.ended).code).toBe(0);
  await chat.run();
  chat.says("what did I say?");
  await chat.irc.gets(/You said hello/);
  expect(stored(chat.machine.home).messages).toEqual([
    "user: hello",
    "assistant: Good morning, Ann.",
    "user: what did I say?",
    "assistant: You said hello.",
  ]);
  expect(chat.answers()).toEqual(["PRIVMSG ann :Good morning, Ann.", "PRIVMSG ann :You said hello."]);
});

test("a stranger gets a code, and speaks once the owner approved it", async () => {
  await using chat = await ircGateway({ steps: [says("Welcome, Bob.")] });
  await chat.run();
  chat.says("hello", "bob");
  const told = await chat.irc.gets(/pairing approve irc/);
  const code = /approve irc ([A-Z0-9-]+)/.exec(told)?.[1] ?? "";
  const approved = await hermes(chat.machine, ["pairing", "approve", "irc", code]);
  expect([approved.code, approved.err]).toEqual([0, ""]);
  chat.says("hello again", "bob");
  await chat.irc.gets(/Welcome, Bob/);
  expect(stored(chat.machine.home).messages).toEqual(["user: hello again", "assistant: Welcome, Bob."]);
});

test("danger is asked about in the chat, and only whoever may answers", async () => {
  const remove = { name: "terminal", id: "t1", arguments: { command: "rm -rf ../other" } };
  await using chat = await ircGateway({ steps: [calls(remove), says("As you wish, I left it.")] });
  await chat.run();
  chat.says("clean up");
  await chat.irc.gets(/rm -rf/);
  chat.says("yes", "mallory");
  chat.says("no");
  await chat.irc.gets(/As you wish/);
  expect(stored(chat.machine.home).messages.join("\n")).toContain("The user refused");
});

test("[SF-G10] a gateway that is told to end in the middle of a tool tells the chat, and the next one goes on", async () => {
  const slow = { name: "terminal", id: "t2", arguments: { command: "echo two >> effects; sleep 30" } };
  const quick = { name: "terminal", id: "t1", arguments: { command: "echo one >> effects" } };
  await using chat = await ircGateway({ steps: [calls(quick), calls(slow), says("Both are done.")] });
  const effects = join(chat.machine.cwd, "effects");
  const first = await chat.run();
  chat.says("do both");
  await vi.waitUntil(() => existsSync(effects) && readFileSync(effects, "utf8") === "one\ntwo\n", { timeout: 20_000 });
  first.child.kill("SIGTERM");
  await chat.irc.gets(/restart/i);
  first.child.kill("SIGTERM"); // do not wait for it
  expect((await first.ended).code).toBe(0);
  await chat.run();
  await chat.irc.gets(/Both are done/);
  expect(readFileSync(effects, "utf8")).toBe("one\ntwo\n");
  expect(stored(chat.machine.home).messages.filter((line) => line.startsWith("user:"))[0]).toBe("user: do both");
});

test("a gateway that was killed in the middle of a turn goes on with it, and does nothing twice", async () => {
  const slow = { name: "terminal", id: "t1", arguments: { command: "echo one >> effects; sleep 5" } };
  await using chat = await ircGateway({ steps: [calls(slow), says("That is done.")] });
  const effects = join(chat.machine.cwd, "effects");
  const first = await chat.run();
  chat.says("do it");
  await vi.waitUntil(() => existsSync(effects), { timeout: 20_000 });
  first.child.kill("SIGKILL");
  await first.ended;
  await chat.run();
  await chat.irc.gets(/That is done/);
  expect(readFileSync(effects, "utf8")).toBe("one\n");
});

test("what cannot be served is said, with the code that tells a service manager not to try again", async () => {
  const nothing = await hermes(newMachine({ "config.yaml": "model: sim/x\n" }), ["gateway", "run"]);
  expect([nothing.code, nothing.out]).toEqual([78, ""]);
  expect(nothing.err).toContain("No chat platform is configured");
  const unknown = newMachine({ "config.yaml": "gateway: {platforms: {matrix: {enabled: true}}}\n" });
  const missing = await hermes(unknown, ["gateway", "run"]);
  expect([missing.code, missing.err]).toEqual([78, expect.stringContaining("no enabled plugin brings this platform")]);
});

test("a second gateway of a home is refused and names the first", async () => {
  await using chat = await ircGateway({ steps: [] });
  const first = await chat.run();
  const second = await start(chat.machine, ["gateway", "run"]).ended;
  expect([second.code, second.err]).toEqual([78, expect.stringContaining("runs already (pid ")]);
  const status = await hermes(chat.machine, ["gateway", "status"]);
  expect(status.out).toContain("gateway    running, pid ");
  const stop = await hermes(chat.machine, ["gateway", "stop"]);
  expect([stop.code, stop.out]).toEqual([0, expect.stringContaining("The gateway has ended.")]);
  expect((await first.ended).code).toBe(0);
});
