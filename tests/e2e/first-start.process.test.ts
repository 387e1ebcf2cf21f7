import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { hermes, newMachine } from "../support/hermes-process.ts";

vi.setConfig({ testTimeout: 30_000 }); // real processes, on a machine that may be busy

test("[SF-C1] a first start seeds a private home, writes no config and says how to get a model", async () => {
  const machine = newMachine();
  const { code, out, err } = await hermes(machine, ["run", "hi"]);
  expect({ code, out }).toEqual({ code: 3, out: "" });
  expect(err).toMatch(/^hermes: No model is configured\. .*hermes config set model .*hermes run --provider demo hi\n$/);

  const modes = readdirSync(machine.home, { withFileTypes: true }).map((entry) => [
    entry.isDirectory() ? "folder" : entry.name,
    (statSync(join(machine.home, entry.name)).mode & 0o777).toString(8),
  ]);
  expect((statSync(machine.home).mode & 0o777).toString(8)).toBe("700");
  expect(new Set(modes.map(String))).toEqual(new Set(["folder,700", "SOUL.md,600"]));
  expect(readFileSync(join(machine.home, "SOUL.md"), "utf8")).toContain("You are Hermes");
});

test("[SF-L25] the demonstration needs neither key nor model and answers", async () => {
  const { code, out, err } = await hermes(newMachine(), ["run", "--provider", "demo", "hi"]);
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(out).toContain("not an AI");
});

test("-z and chat -q are run by other names", async () => {
  const machine = newMachine();
  const [run, short, chat] = await Promise.all([
    hermes(machine, ["run", "hi", "--provider", "demo"]),
    hermes(machine, ["-z", "hi", "--provider", "demo"]),
    hermes(machine, ["chat", "-q", "hi", "--provider", "demo"]),
  ]);
  expect(run.code).toBe(0);
  expect(short).toEqual(run);
  expect(chat).toEqual(run);
});

test("a broken config.yaml is named with its line, kept, copied once, logged, and the run goes on", async () => {
  const broken = "agent:\n\tmax_turns: 5\n";
  const machine = newMachine({ "config.yaml": broken });
  const copies = (): readonly string[] => readdirSync(machine.home).filter((name) => name.includes(".corrupt."));
  const first = await hermes(machine, ["run", "--provider", "demo", "hi"]);
  expect(first.code).toBe(0);
  expect(first.err).toMatch(
    /^hermes: warning: .*config\.yaml, line 2: .* A copy of the broken file is in .*\.bak\.\n$/,
  );
  const made = copies();
  expect(made).toHaveLength(1);

  const second = await hermes(machine, ["run", "--provider", "demo", "hi"]);
  expect(second.code).toBe(0);
  expect(second.err).toMatch(/^hermes: warning: .*config\.yaml, line 2: .* the defaults are used\.\n$/);
  expect(copies()).toEqual(made);
  expect(readFileSync(join(machine.home, "config.yaml"), "utf8")).toBe(broken);
  expect(readFileSync(join(machine.home, "logs", "errors.log"), "utf8")).toContain("config.yaml, line 2");
});

test("the demonstration leaves nothing behind, not even a home", async () => {
  const machine = newMachine();
  const { code, out } = await hermes(machine, ["demo"], { env: { TMPDIR: machine.cwd } });
  expect(code).toBe(0);
  expect(out).toContain("summary.txt");
  const left = readdirSync(machine.cwd).filter((name) => name.startsWith("hermes"));
  expect([existsSync(machine.home), left]).toEqual([false, []]);
});
