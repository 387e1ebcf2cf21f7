import type { CommandContext, CommandSpec, FlagValues } from "../commands/command.ts";
import { parse } from "../commands/parse.ts";
import { cliPhrases as say } from "../text/phrases/cli.ts";
import { commandTree } from "./command-tree.ts";
import { exitCodes } from "./exit-codes.ts";
import { processTerminal } from "./process-terminal.ts";
import { systemClock } from "./system-clock.ts";
import { systemRng } from "./system-rng.ts";

const graceMs = 1_000;

/** From the words on the command line to an exit code. */
export async function main(process: NodeJS.Process, version: string): Promise<void> {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => outputLost(error, process));
  process.stderr.on("error", () => undefined); // complaints that cannot be written have nowhere else to go
  const exitCode = await run(process, version).catch((error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    process.stderr.write(`${say.internalError(message)}\n`);
    if (process.env["HERMES_DEBUG"] !== undefined && error instanceof Error) process.stderr.write(`${error.stack}\n`);
    return exitCodes.failed;
  });
  process.exitCode ??= exitCode;
  setTimeout(() => process.exit(), graceMs).unref(); // for what hangs although all is said and stored
}

/** Whoever reads us may stop reading, that is no error of ours; but an answer that a full disk lost is not a success. */
function outputLost(error: NodeJS.ErrnoException, process: NodeJS.Process): void {
  if (error.code === "EPIPE") return;
  process.stderr.write(say.error(say.outputLost(error.code ?? error.message)));
  process.exitCode = exitCodes.failed;
}

async function run(process: NodeJS.Process, version: string): Promise<number> {
  const parsed = parse(commandTree(process), process.argv.slice(2));
  const terminal = processTerminal(process, parsed.kind === "command" && parsed.flags["no-color"] === true);
  switch (parsed.kind) {
    case "version":
      terminal.out(`hermes ${version}\n`);
      return exitCodes.ok;
    case "help": {
      const { helpText } = await import("../commands/help.ts");
      const plugged = parsed.path.length === 1 ? await pluginRows(parsed.path, process, version) : [];
      terminal.out(helpText(parsed.path, terminal.columns, plugged));
      return exitCodes.ok;
    }
    case "problem":
      terminal.err(`hermes: ${parsed.message}\n`);
      return exitCodes.usage;
    case "command": {
      const { flags, positionals, path } = parsed;
      const context = contextOf(flags, process, version);
      const load = path.at(-1)?.load ?? null; // the parser answers for a command that only groups others
      return load === null ? exitCodes.usage : (await load())({ flags, positionals, terminal, context });
    }
  }
}

/** Commands of plugins, read from their manifests for the one place that lists everything. */
async function pluginRows([root]: readonly CommandSpec[], process: NodeJS.Process, version: string) {
  const context = contextOf({}, process, version);
  const { mayHavePlugins } = await import("./plugin-places.ts");
  if (!mayHavePlugins(context)) return [];
  const { offeredCommands } = await import("./plugin-commands.ts");
  const taken = root?.subcommands.map(({ name }) => name) ?? [];
  const offered = await offeredCommands(context, taken);
  return offered.map(({ name, plugin }) => ({
    name,
    summary: plugin.manifest.description,
    plugin: plugin.manifest.id,
  }));
}

function contextOf(flags: FlagValues, process: NodeJS.Process, version: string): CommandContext {
  const textOf = (name: string): string | null => (typeof flags[name] === "string" ? flags[name] : null);
  return {
    env: process.env,
    cwd: process.cwd(),
    clock: systemClock,
    rng: systemRng,
    signal: new AbortController().signal, // a signal ends the process; a run that must be saved first has its own
    profile: textOf("profile"),
    configuration: {
      strict: flags["strict-config"] === true,
      ignoreUserConfig: flags["ignore-user-config"] === true,
      envFile: textOf("env-file"),
    },
    version,
  };
}
