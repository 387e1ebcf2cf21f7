import type { Connection } from "../connection.ts";
import { type CompressionFigures, compressionsIn } from "./compression-figures.ts";
import { type Moment, momentsIn } from "./moments.ts";
import type { Scope } from "./scope.ts";
import {
  type BreakFigures,
  breaksIn,
  type Counts,
  countsIn,
  type DecisionFigures,
  decisionsIn,
  type ExitFigures,
  exitsIn,
  messagesIn,
} from "./small-figures.ts";
import { type Spent, spentIn } from "./spent.ts";
import { type ToolFigures, toolsIn } from "./tool-figures.ts";
import { dearestIn, longestIn, type TopSession } from "./top-sessions.ts";

export type Insights = {
  /** Everything since a moment; null source: every surface. */
  readonly since: (fromSeconds: number, source: string | null) => Figures;
  /** What one conversation used, its children included, and where its cache broke. */
  readonly conversation: (conversationId: string) => ConversationFigures;
};

export type Figures = Counts & {
  readonly messages: number;
  readonly spent: readonly Spent[];
  readonly moments: readonly Moment[];
  readonly tools: readonly ToolFigures[];
  readonly exits: readonly ExitFigures[];
  readonly compressions: readonly CompressionFigures[];
  readonly breaks: readonly BreakFigures[];
  readonly decisions: readonly DecisionFigures[];
  readonly longest: readonly TopSession[];
  readonly dearest: readonly TopSession[];
};

export type ConversationFigures = Pick<Figures, "spent" | "breaks" | "compressions">;

/** Figures of what was done, added up by SQLite. */
export function insights(connection: Connection): Insights {
  return {
    since: (fromSeconds, source) => connection.read(() => all(connection, { kind: "period", fromSeconds, source })),
    conversation: (conversationId) =>
      connection.read(() => {
        const scope: Scope = { kind: "conversation", conversationId };
        return {
          spent: spentIn(connection, scope),
          breaks: breaksIn(connection, scope),
          compressions: compressionsIn(connection, scope),
        };
      }),
  };
}

function all(connection: Connection, scope: Scope): Figures {
  return {
    ...countsIn(connection, scope),
    messages: messagesIn(connection, scope),
    spent: spentIn(connection, scope),
    moments: momentsIn(connection, scope),
    tools: toolsIn(connection, scope),
    exits: exitsIn(connection, scope),
    compressions: compressionsIn(connection, scope),
    breaks: breaksIn(connection, scope),
    decisions: decisionsIn(connection, scope),
    longest: longestIn(connection, scope),
    dearest: dearestIn(connection, scope),
  };
}
