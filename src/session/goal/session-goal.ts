import { openSideBook } from "../../agent/side-book.ts";
import type { AuxiliaryUsage } from "../../domain/auxiliary.ts";
import type { SessionParts } from "../session-parts.ts";
import { GoalKeeper } from "./goal-keeper.ts";

/** The goal of a session: judged by its side model, at its expense. */
export function sessionGoal(parts: SessionParts): GoalKeeper {
  return new GoalKeeper(async (turn, signal) => {
    const { judgeGoal } = await import("./judge-goal.ts");
    const { auxiliary, store, log, clock } = parts.deps;
    const spent = openSideBook(parts.runtime.purse, clock);
    const onUsage = (usage: AuxiliaryUsage): void => {
      spent.book({ ...usage, api_calls: 1 });
      if (usage.prompt !== undefined) parts.conversation.cache.watch.aside(usage.prompt);
    };
    const judgement = await judgeGoal(turn, { auxiliary, runtime: parts.runtime.active, signal, onUsage });
    await store.sessions.addCosts(parts.conversation.sessionId, spent.all()).catch((error: unknown) => {
      log("warning", "goal.unbooked", { error: String(error) }); // the verdict was paid for and stands
    });
    return judgement;
  });
}
