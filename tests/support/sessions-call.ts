import type { FlagValues } from "../../src/commands/command.ts";
import { sessionsCommand } from "../../src/commands/sessions/sessions-command.ts";
import type { Clock } from "../../src/domain/clock.ts";
import type { Terminal } from "../../src/domain/terminal.ts";
import { FakeClock } from "./fake-clock.ts";
import { fakeRng } from "./fake-rng.ts";

export type CommandResult = { readonly code: number; readonly out: string; readonly err: string };

/** Runs `hermes sessions <name>` in a home of the test's own, away from any terminal unless the test gives answers. */
export async function sessionsCall(
  home: string,
  name: string,
  positionals: readonly string[] = [],
  options: { readonly flags?: FlagValues; readonly clock?: Clock; readonly ask?: Terminal["ask"] } = {},
): Promise<CommandResult> {
  const run = await sessionsCommand.subcommands.find((command) => command.name === name)?.load?.();
  if (run === undefined) throw new Error(`no subcommand ${name}`);
  let out = "";
  let err = "";
  const code = await run({
    positionals,
    flags: options.flags ?? {},
    terminal: {
      out: (text) => void (out += text),
      err: (text) => void (err += text),
      outIsTty: false,
      inIsTty: options.ask !== undefined,
      color: false,
      columns: 80,
      readInput: async () => null,
      ...(options.ask === undefined ? {} : { ask: options.ask }),
    },
    context: {
      env: { HERMES_HOME: home },
      cwd: home,
      clock: options.clock ?? new FakeClock(),
      rng: fakeRng(),
      signal: new AbortController().signal,
      profile: null,
      configuration: { strict: false, ignoreUserConfig: false, envFile: null },
      version: "0.0.0",
    },
  });
  return { code, out, err };
}
