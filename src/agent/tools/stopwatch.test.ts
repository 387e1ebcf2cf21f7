import { expect, test } from "vitest";
import { FakeClock } from "../../../tests/support/fake-clock.ts";
import { startStopwatch } from "./stopwatch.ts";

test("the time of questions is left out, also when they overlap or end between two looks", async () => {
  const clock = new FakeClock();
  const over = new AbortController();
  const watch = startStopwatch(clock);
  const start = clock.now();
  const rung: number[] = [];
  void watch.reaches(1_000, over.signal).then(() => rung.push(clock.now() - start));
  const ask = (ms: number) => watch.whileAsking(() => clock.sleep(ms, over.signal));
  await clock.advance(300);
  const questions = [ask(5_000), ask(7_000)];
  await clock.advance(6_000);
  expect(watch.workedMs()).toBe(300);
  await clock.advance(1_000);
  await Promise.all(questions);
  await clock.advance(699);
  expect([rung, watch.workedMs()]).toEqual([[], 999]);
  await clock.advance(1);
  expect(rung).toEqual([8_000]);
});

test("a question that fails sets the time going again", async () => {
  const clock = new FakeClock();
  const watch = startStopwatch(clock);
  await expect(watch.whileAsking(() => Promise.reject(new Error("gone")))).rejects.toThrow("gone");
  await clock.advance(50);
  expect(watch.workedMs()).toBe(50);
});
