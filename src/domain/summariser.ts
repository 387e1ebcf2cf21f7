import type { FailureKind } from "./failure.ts";
import type { RuntimeName } from "./runtime.ts";
import type { Usage } from "./usage.ts";

/** `same-prefix`: the conversation's own last request plus one message, so that its cache is read. */
export type SummaryPath = "same-prefix" | "auxiliary" | "main";

export type SummaryAsk = {
  readonly path: SummaryPath;
  /** The last user message of the same-prefix request, or all there is of the others; redacted by whoever asks. */
  readonly text: string;
  readonly maxTokens: number;
  readonly signal: AbortSignal;
};

type SummaryCost = RuntimeName & { readonly usage: Usage | null; readonly costUsd: number | null };

export type SummaryReply =
  | (SummaryCost & { readonly kind: "text"; readonly text: string; /** By the output cap. */ readonly cut: boolean })
  | (SummaryCost & { readonly kind: "called-tools" })
  | {
      readonly kind: "failed";
      readonly failure: FailureKind | "no_provider";
      readonly message: string;
      /** Who failed, where somebody was asked at all. */
      readonly asked?: RuntimeName;
    }
  | { readonly kind: "aborted" };

/** Asks a model to sum up a piece of a conversation. Never rejects. */
export type Summariser = {
  readonly ask: (ask: SummaryAsk) => Promise<SummaryReply>;
  /** The window of the model behind a path; null: that way is closed. */
  readonly windowOf: (path: SummaryPath) => number | null;
  /** The cheapest way that is open, given what each would have to read and write, in tokens. */
  readonly choose: (size: SummarySize) => SummaryPath;
};

export type SummarySize = { readonly context: number; readonly middle: number; readonly summary: number };
