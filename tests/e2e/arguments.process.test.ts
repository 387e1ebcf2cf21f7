import { expect, test, vi } from "vitest";
import { commandTree } from "../../src/app/command-tree.ts";
import { systemClock } from "../../src/app/system-clock.ts";
import { systemRng } from "../../src/app/system-rng.ts";
import { parse } from "../../src/commands/parse.ts";
import { capturedTerminal } from "../support/captured-terminal.ts";
import { hermes, newMachine } from "../support/hermes-process.ts";

vi.setConfig({ testTimeout: 30_000 }); // real processes, on a machine that may be busy

const refused = (message: string) => ({ code: 2, out: "", err: `hermes: ${message}\n` });

test("[SF-L1] unknown commands and flags are refused in one line that names the nearest", async () => {
  const machine = newMachine();
  const [far, near, flag] = await Promise.all([
    hermes(machine, ["frobnicate"]),
    hermes(machine, ["sesions", "list"]),
    hermes(machine, ["chat", "--modle", "x"]),
  ]);
  const all = commandTree(process).subcommands.map(({ name }) => name);
  expect(far).toEqual(refused(`unknown command "frobnicate"; there are ${all.join(", ")}. See hermes --help`));
  expect(near).toEqual(refused('unknown command "sesions", did you mean "sessions"? See hermes --help'));
  expect(flag).toEqual(refused("unknown flag --modle, did you mean --model? See hermes chat --help"));
});

const noPrompt = "there is no prompt: give it as an argument, with --query-file or on stdin";

test("[SF-L2] without a prompt a run is refused, and a terminal on stdin is never read for one", async () => {
  const machine = newMachine();
  const [blank, empty] = await Promise.all([
    hermes(machine, ["run", "   "]),
    hermes(machine, ["run"], { input: " \n" }),
  ]);
  expect([blank, empty]).toEqual([refused(noPrompt), refused(noPrompt)]);

  const parsed = parse(commandTree(process), ["run"]); // no pty without extra software: here the terminal is a value
  const run = parsed.kind === "command" ? await parsed.path.at(-1)?.load?.() : undefined;
  const { terminal, err, reads } = capturedTerminal(null);
  const context = {
    env: { HERMES_HOME: machine.home },
    cwd: machine.cwd,
    clock: systemClock,
    rng: systemRng,
    signal: new AbortController().signal,
    profile: null,
    configuration: { strict: false, ignoreUserConfig: false, envFile: null },
    version: "0.0.0",
  };
  const code = await run?.({ flags: {}, positionals: [], terminal, context });
  expect({ code, err: err(), reads: reads() }).toEqual({ code: 2, err: `hermes: ${noPrompt}\n`, reads: 0 });
});

test("[SF-L10] a provider without a model, an unknown tool set, format or schema file is a usage error", async () => {
  const machine = newMachine({ ".env": "OPENAI_API_KEY=sk-nothing-000000000000\n" });
  const run = (...args: readonly string[]) => hermes(machine, ["run", "x", ...args]);
  const [provider, toolset, format, schema] = await Promise.all([
    run("--provider", "openai"),
    run("--provider", "demo", "-t", "nosuch"),
    run("--output-format", "xml"),
    run("--json-schema", "missing.json"),
  ]);
  expect(provider.err).toMatch(/^hermes: Provider openai has no default model\. Name one with --model, .*\n$/);
  expect(toolset.err).toMatch(/^hermes: Unknown toolset "nosuch"\. Known: .*\bfile\b.*\bterminal\b.*\n$/);
  expect(format.err).toBe("hermes: --output-format must be one of: text, json, stream-json\n");
  expect(schema.err).toBe("hermes: --json-schema: no such file: missing.json\n");
  for (const { code, out } of [provider, toolset, format, schema]) expect({ code, out }).toEqual({ code: 2, out: "" });
});

test("help goes to stdout on every level", async () => {
  const machine = newMachine();
  const levels = [[], ["run"], ["chat"], ["demo"], ["config"], ["config", "set"], ["sessions"], ["sessions", "show"]];
  const told = await Promise.all([...levels, ["doctor"]].map((words) => hermes(machine, [...words, "--help"])));
  for (const { code, out, err } of told) expect([code, err, out.startsWith("Usage: hermes")]).toEqual([0, "", true]);
});

test("what a stored session is called can be used by every command that takes one", async () => {
  const machine = newMachine();
  await hermes(machine, ["run", "--provider", "demo", "hi"]);
  const renamed = await hermes(machine, ["sessions", "rename", "latest", "Greetings"]);
  expect(renamed.code).toBe(0);
  const shown = await hermes(machine, ["sessions", "show", "Greetings"]);
  expect([shown.code, shown.err]).toEqual([0, ""]);
  expect(shown.out).toContain("not an AI");
  const tooMany = await hermes(machine, ["sessions", "show", "two", "words"]);
  expect([tooMany.code, tooMany.out]).toEqual([2, ""]);
  const missing = await hermes(machine, ["sessions", "show"]);
  expect(missing).toEqual(refused("missing argument. Usage: hermes sessions show <id>"));
});
