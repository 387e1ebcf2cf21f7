import type { SessionRow, Store } from "../../store/store.ts";
import { sessionsPhrases as say } from "../../text/phrases/sessions.ts";
import type { CommandCall, CommandRun } from "../command.ts";
import { fail } from "../fail.ts";
import { confirmDeletion } from "./confirm.ts";
import { findSession } from "./find-session.ts";
import { withStore } from "./open.ts";
import { exit, line, usage } from "./replies.ts";

/** Deletes exactly the sessions named, all or none; what came out of them stays and moves up to their parents. */
export const deleteSessions: CommandRun = async (call) => {
  if (call.positionals.length === 0) return usage(call, "delete ID… [--yes]");
  return withStore(call, async (store) => {
    const found = call.positionals.map((reference) => findSession(call, store, reference, true));
    const failed = found.find((result) => "code" in result);
    if (failed !== undefined && "code" in failed) return failed.code;
    const sessions = found.flatMap((result) => ("session" in result ? [result.session] : []));
    return remove(call, store, sessions);
  });
};

async function remove(call: CommandCall, store: Store, sessions: readonly SessionRow[]): Promise<number> {
  const ids = [...new Set(sessions.map(({ id }) => id))];
  for (const { id, conversation_id } of sessions) {
    const holder = store.leases.holder(`turn:${conversation_id}`);
    if (holder !== null) return fail(call, say.inUse(id, holder), exit.failed);
  }
  const refusal = await confirmDeletion(call, ids.length);
  if (refusal !== null) return refusal;
  const removal = await store.sessions.remove(ids);
  if (removal.kind === "in-use") return fail(call, say.inUse(removal.id, removal.holder), exit.failed);
  return line(call, say.deleted(removal.count));
}
