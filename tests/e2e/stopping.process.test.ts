import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import type { ScenarioInput } from "../../src/simulator/scenario.ts";
import { hermes, machineFor, start } from "../support/hermes-process.ts";
import { serveScenario } from "../support/serve-scenario.ts";
import { stored } from "../support/stored.ts";

vi.setConfig({ testTimeout: 30_000 }); // real processes, on a machine that may be busy

const streaming = ["--output-format", "stream-json"];
const words = Array.from({ length: 60 }, (_, index) => `word${index} `);
const stallsHalfway: ScenarioInput = { steps: [{ reply: { text: words }, fault: { kind: "stall", at_byte: 4_000 } }] };

test("[SF-L8] Ctrl+C in mid-answer ends within a second; the question is kept and nothing of the answer", async () => {
  await using model = await serveScenario(stallsHalfway);
  const machine = machineFor(model.url);
  const { child, said, ended } = start(machine, ["run", "hi", ...streaming]);
  await said("assistant_delta");
  const askedAt = performance.now();
  child.kill("SIGINT");
  const { code, out, err } = await ended;
  expect(performance.now() - askedAt).toBeLessThan(10_000); // tenfold: the machine may be busy
  expect([code, err]).toEqual([130, "interrupted\n"]);
  expect(out.trimEnd().split("\n").at(-1)).toContain('"subtype":"interrupted"');
  expect(stored(machine.home)).toEqual({ messages: ["user: hi"], turns: ["interrupted_during_api_call"] });
});

test("SIGTERM is 143, and the session can be gone on with", async () => {
  const steps = [...(stallsHalfway.steps ?? []), { reply: { text: "here I am" } }];
  await using model = await serveScenario({ steps });
  const machine = machineFor(model.url);
  const { child, said, ended } = start(machine, ["run", "hi", ...streaming]);
  await said("assistant_delta");
  child.kill("SIGTERM");
  expect((await ended).code).toBe(143);
  expect(await hermes(machine, ["run", "still there?", "-r", "latest"])).toEqual({
    code: 0,
    out: "here I am\n",
    err: "",
  });
});

test("a signal while stdin is being read ends the run at once, and nothing was asked or stored", async () => {
  await using model = await serveScenario({});
  const machine = machineFor(model.url);
  const { child, ended } = start(machine, ["run"], { input: null });
  const morePipeThanThereIs = "a".repeat(4_000_000); // written means: the command has begun to read
  await new Promise((resolve) => void child.stdin.write(morePipeThanThereIs, resolve));
  child.kill("SIGINT");
  expect(await ended).toEqual({ code: 130, out: "", err: "interrupted\n" }); // although stdin never ended
  expect([model.simulator.requests, existsSync(join(machine.home, "hermes.db"))]).toEqual([[], false]);
});

test("Ctrl+C while a command runs ends the command too, and both are in the history", async () => {
  const command = "echo $$ > pid; sleep 60; touch done";
  await using model = await serveScenario({
    steps: [{ reply: { tool_calls: [{ name: "terminal", arguments: { command } }] } }],
  });
  const machine = machineFor(model.url, "terminal:\n  backend: local\n"); // its pid is looked at from here
  const { child, ended } = start(machine, ["run", "go", "--yolo"]);
  await vi.waitFor(() => expect(readFileSync(join(machine.cwd, "pid"), "utf8")).toMatch(/^\d+\n$/), 30_000);
  child.kill("SIGINT");
  expect((await ended).code).toBe(130);
  const shell = Number(readFileSync(join(machine.cwd, "pid"), "utf8"));
  await vi.waitFor(() => expect(() => process.kill(shell, 0)).toThrow("ESRCH"), 30_000); // its parent is gone: somebody else buries it
  const { messages, turns } = stored(machine.home);
  expect(messages.map((line) => line.split(":")[0])).toEqual(["user", "assistant", "tool", "assistant"]);
  expect([messages[2]?.includes("Interrupted"), turns]).toEqual([true, ["interrupted_by_user"]]);
});

test("[SF-L9] a reader that leaves ends the run without a word: 0 after the answer, 141 before it", async () => {
  const long = "a long answer ".repeat(40_000); // far more than a pipe holds
  await using talker = await serveScenario({ steps: [{ reply: { text: [long] } }] });
  const finished = machineFor(talker.url);
  const text = start(finished, ["run", "hi"]);
  await readALittle(text.child);
  expect(await text.ended).toMatchObject({ code: 0, err: "" });
  expect(stored(finished.home).turns).toEqual(["text_response"]);

  const drip: ScenarioInput = { steps: [{ reply: { text: words }, fault: { kind: "drip", delay_ms: 50 } }] };
  await using slow = await serveScenario(drip);
  const unfinished = machineFor(slow.url);
  const stream = start(unfinished, ["run", "hi", ...streaming]);
  await readALittle(stream.child);
  expect(await stream.ended).toMatchObject({ code: 141, err: "" });
  expect(stored(unfinished.home)).toEqual({ messages: ["user: hi"], turns: ["interrupted_during_api_call"] });
});

test("nobody has to read stderr", async () => {
  await using model = await serveScenario({ steps: [{ reply: { text: "fine" } }] });
  const closed = hermes(machineFor(model.url), ["run", "hi", "-v"], { redirect: "2>&-" });
  expect(await closed).toEqual({ code: 0, out: "fine\n", err: "" });
});

test.skipIf(!existsSync("/dev/full"))("an answer that a full disk swallowed is no success", async () => {
  const lost = { code: 1, out: "", err: "hermes: the output could not be written (ENOSPC)\n" };
  const steps = [{ reply: { text: "fine" } }];
  await using first = await serveScenario({ steps });
  const machine = machineFor(first.url);
  expect(await hermes(machine, ["run", "hi"], { redirect: ">/dev/full" })).toEqual(lost);
  expect(stored(machine.home)).toEqual({ messages: ["user: hi", "assistant: fine"], turns: ["text_response"] });
  await using second = await serveScenario({ steps });
  expect(await hermes(machineFor(second.url), ["run", "hi", ...streaming], { redirect: ">/dev/full" })).toEqual(lost);
});

/** As `head -c1` does: takes what comes first and goes. */
async function readALittle(child: ChildProcessWithoutNullStreams): Promise<void> {
  await once(child.stdout, "data");
  child.stdout.destroy();
}
