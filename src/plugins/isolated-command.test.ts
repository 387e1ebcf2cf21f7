import { expect, test } from "vitest";
import { FakeClock } from "../../tests/support/fake-clock.ts";
import { noLog } from "../domain/log.ts";
import { isolatedCommand } from "./isolated-command.ts";
import { unwatched } from "./watch.ts";

function isolated(run: Parameters<typeof isolatedCommand>[0]["run"], clock = new FakeClock()) {
  const parts = { clock, log: noLog, watch: unwatched, longestMs: 60_000 };
  return { clock, call: isolatedCommand({ name: "forecast", run }, "weather", parts) };
}

test("a command gets its text and its words, and its answer comes back", async () => {
  const { call } = isolated((args: string, words: readonly string[]) => JSON.stringify({ args, words }));
  expect(await call("in  Berlin")).toEqual({ ok: true, text: '{"args":"in  Berlin","words":["in","Berlin"]}' });
  expect(await call(["a b", "--days=3"])).toEqual({
    ok: true,
    text: '{"args":"a b --days=3","words":["a b","--days=3"]}',
  });
  expect(await isolated(() => undefined).call("")).toEqual({ ok: true, text: "" });
});

const told = (why: string) => ({ ok: false, text: `Plugin weather: forecast failed: ${why}` });

function broken(): never {
  throw new Error("no sky");
}

test("one that throws, rejects or answers with something else is told and nothing more", async () => {
  expect(await isolated(broken).call("")).toEqual(told("no sky"));
  expect(await isolated(async () => broken()).call("")).toEqual(told("no sky"));
  expect(await isolated(() => 7).call("")).toEqual(told("it returned something that is no text"));
});

test("one that hangs is left behind after a minute", async () => {
  const { call, clock } = isolated(() => new Promise(() => undefined));
  expect(await clock.runUntil(call(""))).toEqual({
    ok: false,
    text: "Plugin weather: forecast failed: no answer within 60 s",
  });
});

test("three failures in a row switch it off, and a success in between does not count towards them", async () => {
  const answers = ["bad", "bad", "good", "bad", "bad", "bad", "good"];
  const { call } = isolated(() => {
    if (answers.shift() === "bad") throw new Error("no sky");
    return "sun";
  });
  const ends = [];
  for (let at = 0; at < 7; at += 1) ends.push((await call("")).ok);
  expect(ends).toEqual([false, false, true, false, false, false, false]);
  expect(answers).toEqual(["good"]); // the seventh never reached it
});
