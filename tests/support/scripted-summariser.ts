import type { Clock } from "../../src/domain/clock.ts";
import type { Summariser, SummaryAsk, SummaryPath, SummaryReply } from "../../src/domain/summariser.ts";
import { noUsage } from "../../src/domain/usage.ts";

/** How a model may behave that is asked for a summary. */
export const behaviours = [
  "good",
  "empty",
  "huge",
  "refusing",
  "tool-calling",
  "slow",
  "throwing",
  "failing",
  "cut",
] as const;
type Behaviour = (typeof behaviours)[number];

export type ScriptedSummariser = Summariser & { readonly asked: readonly SummaryAsk[] };

export type SummariserScript = {
  /** Per call, in order; the last one holds for all that follow. */
  readonly replies: readonly (Behaviour | SummaryReply | ((ask: SummaryAsk) => SummaryReply))[];
  readonly windows?: Partial<Record<SummaryPath, number | null>>;
  readonly first?: SummaryPath;
  readonly clock?: Clock;
};

const runtimes = {
  "same-prefix": { provider: "test", model: "main-model" },
  auxiliary: { provider: "side", model: "aux-model" },
  main: { provider: "test", model: "main-model" },
} as const;

export const goodSummary = `## Goal
Keep the work going.

## Constraints & Preferences
Never touch the production database.

## Completed Actions
1. READ src/app.ts — understood it [tool: read_file]

## Progress
### Done
Reading.
### In Progress
Writing.
### Blocked
None.

## Key Decisions
None.

## Relevant Files
- src/app.ts — the entry

## Next Steps
Go on.

## Critical Context
None.`;

export function textReply(text: string, path: SummaryPath = "auxiliary", cut = false): SummaryReply {
  return { kind: "text", text, cut, ...runtimes[path], usage: { ...noUsage, output_tokens: 7 }, costUsd: 0.01 };
}

/** A summariser that plays a script and keeps what it was asked. */
export function scriptedSummariser(script: SummariserScript): ScriptedSummariser {
  const asked: SummaryAsk[] = [];
  return {
    asked,
    ask: async (ask) => {
      asked.push(ask);
      const reply = script.replies[Math.min(asked.length, script.replies.length) - 1] ?? "good";
      if (typeof reply === "function") return reply(ask);
      return typeof reply === "string" ? behave(reply, ask, script.clock) : reply;
    },
    windowOf: (path) => {
      const window = script.windows?.[path];
      return window === undefined ? 200_000 : window;
    },
    choose: () => script.first ?? "auxiliary",
  };
}

async function behave(behaviour: Behaviour, { path, signal }: SummaryAsk, clock?: Clock): Promise<SummaryReply> {
  switch (behaviour) {
    case "good":
      return textReply(goodSummary, path);
    case "empty":
      return textReply("<think>hm</think>", path);
    case "huge":
      return textReply(`${goodSummary}\n${"word ".repeat(1_500_000)}`, path);
    case "refusing":
      return textReply("I can't help with that.", path);
    case "tool-calling":
      return { kind: "called-tools", ...runtimes[path], usage: noUsage, costUsd: null };
    case "slow":
      await clock?.sleep(30_000, signal);
      return textReply(goodSummary, path);
    case "throwing":
      throw new Error("the summariser broke");
    case "failing":
      return { kind: "failed", failure: "server_error", message: "503", asked: runtimes[path] };
    case "cut":
      return textReply(goodSummary.slice(0, -30), path, true);
  }
}
