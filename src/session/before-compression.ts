import { buildWire } from "../agent/build-wire.ts";
import { bookAside } from "../agent/side-book.ts";
import type { ContextHost } from "../agent/context-host.ts";
import { costOf, sideSpending } from "../domain/cost.ts";
import type { TurnDeps, TurnState } from "../agent/turn-state.ts";
import { flushMemory, isFlushDue } from "../memory/review/memory-flush.ts";
import type { SessionDeps } from "./session-deps.ts";
import { runQuietly } from "./run-quietly.ts";

type Parts = Pick<SessionDeps, "outsideMemory" | "memoryRules" | "place" | "parent">;

/**
 * What has to happen before turns leave the context: outside memory catches up and says what a summary should not miss,
 * and where the person asked for it the model saves what must outlast the conversation.
 */
export function createBeforeCompression(parts: Parts): ContextHost["beforeCompression"] {
  const { outsideMemory, memoryRules, place, parent } = parts;
  let flushedAt = 0; // user turns by then
  return async (turn, deps) => {
    const noted = (await outsideMemory?.beforeCompression(turn.history, turn.signal)) ?? "";
    const turns = turn.history.filter(({ role }) => role === "user").length;
    const rules = {
      minTurns: memoryRules.flushMinTurns,
      turnsSinceFlush: turns - flushedAt,
      tools: deps.toolbox.schemas.map(({ name }) => name),
      agentContext: parent === null ? (place.source === "cron" ? "cron" : "primary") : "subagent",
    } as const;
    if (isFlushDue(rules)) {
      await flush(turn, deps);
      flushedAt = 0; // those before are about to leave the history
    }
    return noted;
  };
}

async function flush(turn: TurnState, deps: TurnDeps): Promise<void> {
  const { model, provider, prices } = deps.runtime.active;
  const common = deps.cache.watch.last()?.prompt ?? 0;
  await flushMemory(
    buildWire(turn, deps, { tools: true }),
    {
      model: deps.model,
      clock: deps.clock,
      log: deps.log,
      onUsage: (usage, task) => {
        const prompt = prices === undefined ? {} : { prompt: sideSpending(usage, prices, common) };
        const cost_usd = prices === undefined ? null : costOf(usage, prices);
        bookAside({ model, provider, task, usage, cost_usd, api_calls: 1, ...prompt }, turn, deps.emit);
      },
      runCall: (call, signal) => runQuietly(call, turn, deps.toolbox, signal),
    },
    turn.signal,
  );
}
