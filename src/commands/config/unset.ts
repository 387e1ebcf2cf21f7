import { unsetInConfig } from "../../config/edit.ts";
import { removeEnv } from "../../config/env-writer.ts";
import { isCredentialName } from "../../config/secret-shape.ts";
import { configPhrases as say } from "../../text/phrases/config.ts";
import type { CommandRun } from "../command.ts";
import { exit, expectArguments, fail, segmentsOf, withHome } from "./open-config.ts";

/** Back to the default. */
export const unset: CommandRun = async (call) => {
  const wrong = expectArguments(call, 1, "unset <key>");
  if (wrong !== null) return wrong;
  const [key = ""] = call.positionals;
  const path = segmentsOf(key);
  if (path === null) return fail(call, say.emptySegment(key), exit.usage);
  return withHome(call, async ({ configFile, envFile }) => {
    const file = isCredentialName(key) ? envFile : configFile;
    const removed = isCredentialName(key) ? removeEnv(file, key) : await unsetInConfig(file, path);
    if (removed.kind === "absent") return fail(call, say.notSet(key));
    if (removed.kind === "refused") return fail(call, removed.reason);
    call.terminal.out(`${say.removed(key, file)}\n`);
    return exit.ok;
  });
};
