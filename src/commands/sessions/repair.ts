import type { DamagedMessage } from "../../store/store.ts";
import { sessionsPhrases as say } from "../../text/phrases/sessions.ts";
import type { CommandCall, CommandRun } from "../command.ts";
import { fail } from "../fail.ts";
import { storeOptions } from "../home-store.ts";
import { withHome } from "./open.ts";
import { exit, line, usage } from "./replies.ts";

/** Checks the database; rebuilds the index of a sound one, and recovers what can be read from a damaged one. */
export const repair: CommandRun = async (call) => {
  if (call.positionals.length > 0) return usage(call, "repair");
  const { repairStore } = await import("../../store/repair/repair-store.ts");
  return withHome(call, async (home) => {
    const options = storeOptions(home.path, call.context);
    const { path } = options;
    const outcome = await repairStore(options);
    switch (outcome.kind) {
      case "missing":
        return line(call, say.nothingToRepair(path));
      case "in-use":
        return fail(call, say.repairInUse(path), exit.failed);
      case "refused":
        return fail(call, outcome.message, exit.failed);
      case "healthy":
        line(call, say.healthy(path, outcome.indexed));
        return tellDamaged(call, outcome.damaged);
      case "recovered":
        line(call, say.repaired(path, outcome.sessions, outcome.messages));
        line(call, say.keptDamaged(outcome.backup));
        return tellDamaged(call, outcome.damaged);
    }
  });
};

const mostNamed = 20;

function tellDamaged(call: CommandCall, damaged: readonly DamagedMessage[]): number {
  if (damaged.length === 0) return exit.ok;
  line(call, say.damagedMessages(damaged.length));
  for (const { id, sessionId, fields } of damaged.slice(0, mostNamed)) {
    line(call, say.damagedMessage(id, sessionId, fields));
  }
  return exit.ok;
}
