import type { AuxiliaryUsage } from "../../domain/auxiliary.ts";
import { costOf } from "../../domain/cost.ts";
import type { SideCost } from "../../domain/turn.ts";
import type { SessionParts } from "../session-parts.ts";
import { GoalKeeper } from "./goal-keeper.ts";

/** The goal of a session: judged by its side model, at its expense. */
export function sessionGoal(parts: SessionParts): GoalKeeper {
  return new GoalKeeper(async (turn, signal) => {
    const { judgeGoal } = await import("./judge-goal.ts");
    const { auxiliary, store, log } = parts.deps;
    const spent: SideCost[] = [];
    const onUsage = (usage: AuxiliaryUsage): void => {
      spent.push({ ...usage, api_calls: 1 });
      book(usage, parts);
    };
    const judgement = await judgeGoal(turn, { auxiliary, runtime: parts.runtime.active, signal, onUsage });
    await store.sessions.addCosts(parts.conversation.sessionId, spent).catch((error: unknown) => {
      log("warning", "goal.unbooked", { error: String(error) }); // the verdict was paid for and stands
    });
    return judgement;
  });
}

function book({ provider, model, usage, prompt }: AuxiliaryUsage, { runtime, conversation }: SessionParts): void {
  const { active, purse } = runtime;
  const isOurs = active.provider === provider && active.model === model;
  if (isOurs && active.prices !== undefined) purse.spentUsd += costOf(usage, active.prices);
  if (prompt !== undefined) conversation.cache.watch.aside(prompt);
}
