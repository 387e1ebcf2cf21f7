import { removeFromConfigList } from "../../config/edit.ts";
import { nearest } from "../../text/nearest.ts";
import { approvalPhrases as say } from "../../text/phrases/approvals.ts";
import type { CommandRun } from "../command.ts";
import { exit, expectArguments, fail, withSettings } from "../config/open-config.ts";

/** Takes back what "always" or the person's own hand has allowed for good. */
export const remove: CommandRun = async (call) => {
  const wrong = expectArguments(call, 1, "approvals remove <entry>");
  if (wrong !== null) return wrong;
  const [entry = ""] = call.positionals;
  return withSettings(call, async ({ configFile, loaded }) => {
    const edit = await removeFromConfigList(configFile, ["command_allowlist"], entry);
    if (edit.kind === "refused") return fail(call, edit.reason);
    if (edit.kind === "absent") {
      const { command_allowlist: allow, approvals } = loaded.settings;
      const meant = nearest(entry, allow);
      return fail(call, approvals.deny.includes(entry) ? say.isDenyRule(entry) : say.notListed(entry, meant));
    }
    call.terminal.out(`${say.removed(entry, configFile)}\n`);
    return exit.ok;
  });
};
