import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import type { ScenarioInput } from "../../src/simulator/scenario.ts";
import { hermes, impatient, machineFor } from "../support/hermes-process.ts";
import { serveScenario } from "../support/serve-scenario.ts";
import { stored } from "../support/stored.ts";

vi.setConfig({ testTimeout: 30_000 }); // real processes, on a machine that may be busy

const fine: ScenarioInput = { steps: [{ reply: { text: "fine" }, repeat: "forever" }] };

test("binary on stdin is replaced with one warning and never breaks the request", async () => {
  await using model = await serveScenario(fine);
  const machine = machineFor(model.url);
  const input = Buffer.from([0x61, 0xff, 0xfe, 0x00, 0xed, 0xa0, 0x80, 0x62, 0x0a]);
  const { code, out, err } = await hermes(machine, ["run"], { input });
  expect([code, out]).toEqual([0, "fine\n"]);
  expect(err).toBe("hermes: warning: the input is not clean UTF-8 text; what could not be read was replaced\n");
  expect(stored(machine.home).messages[0]).toMatch(/^user: a\uFFFD+b\n$/);
});

test("stdin beyond its limit is refused before anything is opened", async () => {
  await using model = await serveScenario(fine);
  const machine = machineFor(model.url);
  const input = "a".repeat(11 * 1024 * 1024);
  expect(await hermes(machine, ["run"], { input })).toEqual({
    code: 2,
    out: "",
    err: "hermes: stdin is longer than 10 MB\n",
  });
  expect([existsSync(join(machine.home, "hermes.db")), model.simulator.requests]).toEqual([false, []]);
});

test("a prompt that no context holds fails in the provider's words, and the question is kept", async () => {
  await using model = await serveScenario(fine);
  const machine = machineFor(model.url, impatient);
  const input = "word ".repeat(1_000_000);
  const { code, out, err } = await hermes(machine, ["run"], { input });
  expect([code, out]).toEqual([1, ""]);
  expect(err).toMatch(/^hermes: [^\n]*maximum context length is 128000 tokens[^\n]*\n$/);
  expect(stored(machine.home).messages.map((line) => line.length > input.length - 10)).toEqual([true]);
});

test("an argument that is no UTF-8 is read as far as it can be", async () => {
  await using model = await serveScenario(fine);
  const machine = machineFor(model.url);
  const redirect = `"$(printf 'caf\\351 au lait')"`;
  expect(await hermes(machine, ["run"], { redirect })).toEqual({ code: 0, out: "fine\n", err: "" });
  expect(stored(machine.home).messages[0]).toBe("user: caf\uFFFD au lait");
});

test("files that are not what a flag needs, and sessions that are none, are refused with the flag's name", async () => {
  await using model = await serveScenario(fine);
  const machine = machineFor(model.url);
  writeFileSync(join(machine.cwd, "notes.png"), "no picture");
  writeFileSync(join(machine.cwd, "list.json"), "[1]");
  const rows: readonly (readonly [flags: readonly string[], told: string])[] = [
    [["--image", "notes.png"], "--image: notes.png is not a PNG, JPEG, GIF or WebP image"],
    [["--image", "nowhere.png"], "--image: no such file: nowhere.png"],
    [["--usage-file", "no/folder/usage.json"], "--usage-file: there is no folder for no/folder/usage.json"],
    [["--json-schema", "list.json"], "--json-schema: list.json is not a usable schema: not a JSON object"],
    [["--in", "nowhere"], "no such folder: nowhere"],
    [["--add-dir", "nowhere"], "no such folder: nowhere"],
    [["--resume", "../../etc/passwd"], 'no session matches "../../etc/passwd". See hermes sessions list'],
    [["--resume", "%"], 'no session matches "%". See hermes sessions list'],
    [["--max-turns", "lots"], "--max-turns must be a whole number above 0"],
    [["--fork"], "--fork works only together with --resume or --continue"],
  ];
  const ended = await Promise.all(rows.map(([flags]) => hermes(machine, ["run", "hi", ...flags])));
  expect(ended).toEqual(rows.map(([, told]) => ({ code: 2, out: "", err: `hermes: ${told}\n` })));
  expect(model.simulator.requests).toEqual([]);
});

test("a usage report is written whether the run succeeds or fails", async () => {
  await using model = await serveScenario(fine);
  const machine = machineFor(model.url);
  const report = (): unknown => JSON.parse(readFileSync(join(machine.cwd, "usage.json"), "utf8"));
  const good = await hermes(machine, ["run", "hi", "--usage-file", "usage.json"]);
  expect([good.code, report()]).toMatchObject([0, { subtype: "success", api_calls: 1, error: null }]);
  const bad = await hermes(machine, ["run", "hi", "-m", "nosuch", "--usage-file", "usage.json"]);
  expect([bad.code, report()]).toMatchObject([1, { subtype: "error", error: { provider_status: 404 } }]);
});
