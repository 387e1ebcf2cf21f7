import { expect, test } from "vitest";
import { FakeClock } from "../../../../tests/support/fake-clock.ts";
import { paintOf } from "../theme/paint.ts";
import { SecretDesk } from "./secret-desk.ts";
import { secretKey } from "./secret-keys.ts";
import { secretLines } from "./secret-lines.ts";

const escape = "\u001B";
const wanted = { command: "sudo apt update", program: "/usr/bin/sudo", where: null };

function world() {
  const clock = new FakeClock();
  const desk = new SecretDesk(clock);
  const stop = new AbortController();
  desk.attach(() => undefined);
  const lines = () => secretLines(desk.shown, { width: 80, paint: paintOf(null), nowMs: clock.now() });
  const type = (...keys: readonly string[]) => keys.map((key) => desk.takes(secretKey(key)));
  const asked = async (what = wanted) => {
    const answer = desk.ask(what, stop.signal);
    await Promise.resolve();
    await clock.advance(600);
    return { answer }; // a promise in an object is not waited for
  };
  return { clock, desk, stop, lines, type, asked };
}

test("what is typed is dots on the screen and goes to whoever asked", async () => {
  const { lines, type, asked, desk } = world();
  expect(lines()).toEqual([]);
  const { answer } = await asked();
  type("s", "e", "x", "\u007F", "ß");
  expect(lines()).toEqual([
    "",
    "sudo needs your password · 45s left",
    "  sudo apt update",
    "password: •••",
    "Enter gives it to sudo and to nobody else, Esc goes on without",
  ]);
  expect(JSON.stringify(desk)).toBe("{}");
  type("\r");
  expect(await answer).toBe("seß");
  expect([desk.shown, lines(), type("x")]).toEqual([null, [], [false]]);
});

test("a pasted password is taken without the end of its line, and Ctrl+U begins anew", async () => {
  const { type, asked, desk } = world();
  const { answer } = await asked({ ...wanted, command: "sudo ls" });
  type("wrong", "\u0015");
  expect(desk.shown?.length).toBe(0);
  type(`${escape}[200~pass word\nmore${escape}[201~`, `${escape}[A`, "\r");
  expect(await answer).toBe("pass word");
});

test.each([
  ["Esc", escape],
  ["Ctrl+C", "\u0003"],
  ["Ctrl+D", "\u0004"],
])("%s goes on without a password, whatever was typed", async (_, key) => {
  const { type, asked } = world();
  const { answer } = await asked();
  type("half", key);
  expect(await answer).toBeNull();
});

test("an empty line is no password", async () => {
  const { type, asked } = world();
  const { answer } = await asked();
  type("\r");
  expect(await answer).toBeNull();
});

test("after 45 seconds the question is gone, and the rest of a word goes nowhere", async () => {
  const { clock, type, asked, desk } = world();
  const { answer } = await asked();
  type("s", "e");
  await clock.advance(45_000 - 600 - 1);
  expect(desk.shown).not.toBeNull();
  await clock.advance(1);
  expect(await answer).toBeNull();
  expect(desk.shown).toBeNull();
  expect(type("x", "\r")).toEqual([true, true]);
  await clock.advance(1_200);
  expect(type("x")).toEqual([false]);
});

test("keys that were meant for something else are no answer and land nowhere", async () => {
  const { clock, desk, type, lines, stop } = world();
  const answer = desk.ask({ ...wanted, where: "ssh" }, stop.signal);
  await Promise.resolve();
  expect(type("l", "o", "\r")).toEqual([true, true, true]);
  await clock.advance(599);
  type("\r");
  expect(lines()).toContain("one moment; keys are not taken yet");
  await clock.advance(600);
  expect(lines()[1]).toBe("sudo needs your password (ssh) · 44s left");
  type("p", "\r");
  expect(await answer).toBe("p");
});

test("a stopped turn takes its question along; the next one waits for its turn", async () => {
  const { desk, stop, clock, type } = world();
  const first = desk.ask(wanted, stop.signal);
  const second = desk.ask({ ...wanted, command: "sudo id" }, new AbortController().signal);
  await clock.advance(600);
  expect(desk.shown?.wanted.command).toBe("sudo apt update");
  stop.abort();
  expect(await first).toBeNull();
  await clock.advance(600);
  expect(desk.shown?.wanted.command).toBe("sudo id");
  type("p", "\r");
  expect(await second).toBe("p");
});

test("without a screen that hides it nobody is asked", async () => {
  const desk = new SecretDesk(new FakeClock());
  expect(await desk.ask(wanted, new AbortController().signal)).toBeNull();
});

test("a sudo that anybody could have put there is named", async () => {
  const { asked, lines, type } = world();
  const { answer } = await asked({ ...wanted, program: "/home/ann/work/sudo" });
  expect(lines()).toContain("  this is not the system's sudo: /home/ann/work/sudo");
  type(escape);
  expect(await answer).toBeNull();
});
