import type { Clock } from "../domain/clock.ts";
import type { Log } from "../domain/log.ts";
import { pluginsPhrases as say } from "../text/phrases/plugins.ts";
import { reasonOf } from "./foreign.ts";
import type { PluginCommand } from "./plugin.ts";
import type { Watch } from "./watch.ts";

const mostFailures = 3; // in a row
const neverAborted = new AbortController().signal;

/** What it returns is not known before it did. */
type ForeignCommand = Pick<PluginCommand, "name"> & {
  readonly run: (...given: Parameters<PluginCommand["run"]>) => unknown;
};

export type CommandEnd = { readonly ok: boolean; readonly text: string };

type Parts = {
  readonly clock: Clock;
  readonly log: Log;
  readonly watch: Watch;
  /** null: whoever called it can stop the whole program. */
  readonly longestMs: number | null;
};

/** A plugin's command that cannot break who calls it: it throws, hangs or lies, and a line says so. */
export function isolatedCommand(
  { name, run }: ForeignCommand,
  pluginId: string,
  { clock, log, watch, longestMs }: Parts,
): (words: readonly string[] | string) => Promise<CommandEnd> {
  let failures = 0;
  const failed = (why: string): CommandEnd => {
    failures += 1;
    log("warning", "plugin.command_failed", { plugin: pluginId, command: name, error: why, in_a_row: failures });
    return { ok: false, text: say.commandFailed(pluginId, name, why) };
  };
  return async (given) => {
    const [args, words] = typeof given === "string" ? [given, wordsIn(given)] : [given.join(" "), given];
    if (failures >= mostFailures) return { ok: false, text: say.commandOff(pluginId, name) };
    const work = async (): Promise<CommandEnd> => {
      const said: unknown = await watch.run(`Plugin ${pluginId}, command ${name}`, () => run(args, words));
      if (said !== undefined && typeof said !== "string") return failed(say.noText);
      failures = 0;
      return { ok: true, text: said ?? "" };
    };
    const end = work().catch((error: unknown) => failed(reasonOf(error)));
    if (longestMs === null) return end;
    using deadline = clock.deadline(longestMs, neverAborted);
    const late = new Promise<CommandEnd>((stop) => {
      const over = (): void => stop(failed(say.hookLate(longestMs / 1_000)));
      deadline.signal.addEventListener("abort", over, { once: true });
    });
    return await Promise.race([end, late]);
  };
}

function wordsIn(args: string): readonly string[] {
  return args.split(/\s+/).filter((word) => word !== "");
}
