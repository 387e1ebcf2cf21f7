import { sumOfCosts } from "../../domain/cost.ts";
import type { AgentEvent, SessionInfo } from "../../domain/event.ts";
import type { CostStatus, TurnResult } from "../../domain/turn.ts";
import { addUsage, noUsage, type Usage } from "../../domain/usage.ts";
import { oncePhrases } from "../../text/phrases/once.ts";

export type Denial = {
  readonly tool: string;
  readonly rule: string | null;
  readonly description: string;
  readonly preview: string;
};

/** What a run has come to so far, over all its turns. */
export type Tally = {
  readonly turns: number;
  readonly last: TurnResult | null;
  readonly apiCalls: number;
  readonly toolCalls: number;
  readonly apiMs: number;
  readonly usage: Usage; // of the session itself
  readonly besides: Usage; // of its children and of side work
  readonly costUsd: number | null; // of the session itself
  readonly besidesUsd: number | null;
  readonly costStatus: CostStatus;
  readonly fallbackUsed: boolean;
  readonly denials: readonly Denial[];
  readonly sessionId: string;
  readonly parentSessionId: string | null;
};

export function emptyTally(info: SessionInfo | null): Tally {
  return {
    turns: 0,
    last: null,
    apiCalls: 0,
    toolCalls: 0,
    apiMs: 0,
    usage: noUsage,
    besides: noUsage,
    costUsd: null,
    besidesUsd: 0,
    costStatus: "unknown",
    fallbackUsed: false,
    denials: [],
    sessionId: info?.sessionId ?? "",
    parentSessionId: info?.parentSessionId ?? null,
  };
}

export function afterEvent(tally: Tally, event: AgentEvent): Tally {
  if (event.type === "runtime.switched") return { ...tally, fallbackUsed: true };
  if (event.type === "usage.reported" && event.task !== "")
    return {
      ...tally,
      besides: addUsage(tally.besides, event.usage),
      besidesUsd: sumOfCosts(tally.besidesUsd, event.costUsd ?? null),
    };
  if (event.type !== "approval.decided" || event.decision === "allow") return tally;
  const { tool, rule, by, preview } = event;
  return { ...tally, denials: [...tally.denials, { tool, rule, description: oncePhrases.denied(by), preview }] };
}

export function afterTurn(tally: Tally, turn: TurnResult): Tally {
  const first = tally.turns === 0;
  return {
    ...tally,
    turns: tally.turns + 1,
    last: turn,
    apiCalls: tally.apiCalls + turn.api_calls,
    toolCalls: tally.toolCalls + turn.tool_calls,
    apiMs: tally.apiMs + turn.duration_api_ms,
    usage: turn, // already the session's running total
    costUsd: first ? turn.estimated_cost_usd : sumOfCosts(tally.costUsd, turn.estimated_cost_usd),
    costStatus: first ? turn.cost_status : weaker(tally.costStatus, turn.cost_status),
    ...lineage(tally, turn.session_id),
  };
}

/** Compression moves a conversation into a child session. */
function lineage(tally: Tally, sessionId: string): Pick<Tally, "sessionId" | "parentSessionId"> {
  const moved = sessionId !== tally.sessionId;
  return { sessionId, parentSessionId: moved ? tally.sessionId : tally.parentSessionId };
}

/** What the run cost with everything it asked for, and how certain that is. */
export function costOfRun({ costUsd, besidesUsd, costStatus }: Tally): Pick<TurnResult, "cost_status"> & {
  readonly cost_usd: number | null;
} {
  const cost_usd = sumOfCosts(costUsd, besidesUsd);
  return { cost_usd, cost_status: cost_usd === null ? "unknown" : costStatus };
}

const byCertainty: readonly CostStatus[] = ["included", "actual", "estimated", "unknown"];

function weaker(a: CostStatus, b: CostStatus): CostStatus {
  return byCertainty.indexOf(a) > byCertainty.indexOf(b) ? a : b;
}
