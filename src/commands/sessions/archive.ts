import { sessionsPhrases as say } from "../../text/phrases/sessions.ts";
import type { CommandRun } from "../command.ts";
import { findSession } from "./find-session.ts";
import { withStore } from "./open.ts";
import { has, line, usage } from "./replies.ts";

/** Puts conversations away: they stay whole, are found by name and by search, and are in no list. */
export const archive: CommandRun = async (call) => {
  if (call.positionals.length === 0) return usage(call, "archive ID… [--undo]");
  return withStore(call, async (store) => {
    const found = call.positionals.map((reference) => findSession(call, store, reference, false));
    const failed = found.find((result) => "code" in result);
    if (failed !== undefined && "code" in failed) return failed.code;
    const ids = new Set(found.flatMap((result) => ("session" in result ? [result.session.id] : [])));
    const isBack = has(call, "undo");
    const count = await store.sessions.archive([...ids], !isBack);
    return line(call, isBack ? say.unarchived(count) : say.archived(count));
  });
};
