import type { CompressionRecord } from "../domain/context-engine.ts";
import { reportRound } from "./compression-report.ts";
import { countRound } from "./compression-watch.ts";
import type { TurnDeps, TurnState } from "./turn-state.ts";

/** What an engine did to its view outside of a round is one all the same: it is counted and told like one. */
export async function reportBatch(record: CompressionRecord, turn: TurnState, deps: TurnDeps): Promise<void> {
  const { trigger, duration_ms: tookMs } = record;
  const round = {
    wish: { trigger },
    outcome: "ok",
    failureClass: null,
    proposal: { outcome: "ok", region: { headEnd: 0, tailStart: 0 }, pruned: 0, record },
    startedMs: deps.clock.now() - tookMs,
    sessionId: turn.sessionId,
    before: { messages: record.messages_before, tokens: record.tokens_before },
    after: { messages: record.messages_after, tokens: record.tokens_after },
    changedLayers: [],
    lockMs: 0,
    commitMs: 0,
  } as const;
  countRound(round, true, turn, deps);
  await deps.context.viewChanged(turn.sessionId);
  reportRound(round, turn, deps);
}
