import { configPhrases as say } from "../../text/phrases/config.ts";
import type { CommandRun } from "../command.ts";
import { findings } from "./findings.ts";
import { exit, expectArguments, withSettings } from "./open-config.ts";

/** Lists what is wrong: exit 0 when nothing is, 1 when something is. */
export const check: CommandRun = async (call) =>
  expectArguments(call, 0, "check") ??
  withSettings(call, async (read) => {
    const found = await findings(read);
    call.terminal.out(`${(found.length === 0 ? [say.clean] : found).join("\n")}\n`);
    return found.length === 0 ? exit.ok : exit.failed;
  });
