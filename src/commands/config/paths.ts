import type { CommandCall, CommandRun } from "../command.ts";
import { exit, expectArguments, type OpenConfig, withHome } from "./open-config.ts";

export const path: CommandRun = (call) => printed(call, "path", (open) => open.configFile);
export const envFilePath: CommandRun = (call) => printed(call, "env-path", (open) => open.envFile);

async function printed(call: CommandCall, usage: string, pick: (open: OpenConfig) => string): Promise<number> {
  return (
    expectArguments(call, 0, usage) ??
    withHome(call, async (open) => {
      call.terminal.out(`${pick(open)}\n`);
      return exit.ok;
    })
  );
}
