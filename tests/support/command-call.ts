import type { Terminal } from "../../src/domain/terminal.ts";
import type { CommandRun, FlagValues } from "../../src/commands/command.ts";
import { capturedTerminal } from "./captured-terminal.ts";
import { FakeClock } from "./fake-clock.ts";
import { fakeRng } from "./fake-rng.ts";

type Call = {
  readonly home: string;
  readonly words?: readonly string[];
  readonly flags?: FlagValues;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Where more than a captured terminal is needed, such as somebody who answers. */
  readonly terminal?: Partial<Terminal>;
};

/** One command in a home of its own: its exit code and what it printed. */
export async function commandCall(
  run: CommandRun,
  { home, words = [], flags = {}, cwd = home, env = {}, terminal }: Call,
) {
  const captured = capturedTerminal("");
  const context = {
    env: { HOME: home, HERMES_HOME: home, PATH: "/usr/bin:/bin", ...env },
    cwd,
    clock: new FakeClock(),
    rng: fakeRng(),
    signal: new AbortController().signal,
    profile: null,
    configuration: { strict: false, ignoreUserConfig: false, envFile: null },
    version: "0",
  };
  const code = await run({ positionals: words, flags, terminal: { ...captured.terminal, ...terminal }, context });
  return { code, out: captured.out(), err: captured.err() };
}
