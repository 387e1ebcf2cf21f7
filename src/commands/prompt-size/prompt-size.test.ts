import { expect, test } from "vitest";
import { capturedTerminal } from "../../../tests/support/captured-terminal.ts";
import { FakeClock } from "../../../tests/support/fake-clock.ts";
import { fakeRng } from "../../../tests/support/fake-rng.ts";
import type { FlagValues } from "../command.ts";
import { promptSize, type MeasuredPrompt, type MeasurePrompt } from "./prompt-size.ts";

const identity = { name: "identity", tokens: 136, chars: 650, bytes: 651 };
const terminal = { name: "terminal", tokens: 1_110, chars: 4_800, bytes: 4_800 };
const { name: _layer, ...prompt } = identity;
const { name: _tool, ...tools } = terminal;
const total = { tokens: 1_246, chars: 5_450, bytes: 5_451 };
const measured: MeasuredPrompt = {
  kind: "measured",
  model: "m",
  provider: "p",
  platform: "cli",
  size: { total, prompt, layers: [identity], tools, toolSchemas: [terminal] },
  notes: ["Something was left out."],
};

async function call(measure: MeasurePrompt, flags: FlagValues = {}) {
  const captured = capturedTerminal();
  const context = {
    env: {},
    cwd: "/",
    clock: new FakeClock(),
    rng: fakeRng(),
    signal: new AbortController().signal,
    profile: null,
    configuration: { strict: false, ignoreUserConfig: false, envFile: null },
    version: "0",
  };
  const code = await promptSize(measure)({ positionals: [], flags, terminal: captured.terminal, context });
  return { code, out: captured.out(), err: captured.err() };
}

test("layers and tools are listed with what they weigh, and the numbers are called estimates", async () => {
  expect(await call(async () => measured)).toEqual({
    code: 0,
    err: "",
    out: `What every request to m at p begins with (cli). Tokens are estimated.

                tokens    chars    bytes
system prompt      136      650      651
  identity         136      650      651
tool schemas      1110     4800     4800
  terminal        1110     4800     4800
total             1246     5450     5451

Something was left out.
`,
  });
});

test("--json is one object", async () => {
  const { code, out } = await call(async () => measured, { json: true });
  expect(code).toBe(0);
  expect(JSON.parse(out)).toEqual({
    model: "m",
    provider: "p",
    platform: "cli",
    tokens_are: "estimated",
    total,
    prompt: { ...prompt, layers: [identity] },
    tools: { ...tools, schemas: [terminal] },
    notes: ["Something was left out."],
  });
});

const refuse: MeasurePrompt = async (_, platform) => ({ kind: "refused", exitCode: 2, message: `no ${platform}` });

test("the platform that was asked for is measured, and a refusal is one line", async () => {
  expect(await call(refuse, { platform: "fax" })).toEqual({ code: 2, out: "", err: "hermes: no fax\n" });
});
