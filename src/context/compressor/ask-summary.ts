import type { Clock } from "../../domain/clock.ts";
import type { RuntimeName } from "../../domain/runtime.ts";
import type { Summariser, SummaryAsk, SummaryPath, SummaryReply } from "../../domain/summariser.ts";
import { addUsage, type Usage } from "../../domain/usage.ts";
import { firmer } from "./instruction.ts";
import { judgeAnswer } from "./judge-answer.ts";
import { classify, endsTheLadder, type SummaryFailure } from "./summary-failure.ts";
import type { Heading } from "./template.ts";

/** What the calls of one run cost, whoever answered. */
type Spent = { readonly usage: Usage | null; readonly costUsd: number | null; readonly calls: number };

type Answered = {
  readonly kind: "answered";
  readonly sections: ReadonlyMap<Heading, string>;
  readonly path: SummaryPath;
  readonly by: RuntimeName;
  readonly chunks: number;
};
type Unanswered = {
  readonly kind: "failed";
  readonly failure: SummaryFailure;
  readonly message: string;
  readonly asked?: RuntimeName;
};

/** Asks for one text on one path; the text of a chunk depends on the summary before it. */
export type Steps = (path: SummaryPath) => {
  readonly texts: readonly ((previous: string | null) => string)[];
  readonly bodyOf: (sections: ReadonlyMap<Heading, string>) => string;
};

export type LadderResult = {
  readonly result: Answered | Unanswered;
  readonly spent: Spent;
  /** What failed before, in order. */
  readonly failed: readonly { readonly path: SummaryPath; readonly asked: RuntimeName | null }[];
};

type Asking = {
  readonly summariser: Summariser;
  readonly clock: Clock;
  readonly maxTokens: number;
  readonly signal: AbortSignal;
};

const totalMs = 600_000;
const noneSpent: Spent = { usage: null, costUsd: null, calls: 0 };

/** Goes down the paths until one gives a summary. A credential that is refused ends it at once. */
export async function askAlong(paths: readonly SummaryPath[], steps: Steps, asking: Asking): Promise<LadderResult> {
  const purse = { spent: noneSpent };
  const failed: { path: SummaryPath; asked: RuntimeName | null }[] = [];
  let result: Answered | Unanswered = { kind: "failed", failure: "no_provider", message: "" };
  for (const path of paths) {
    result = await fold(path, steps, asking, purse);
    if (result.kind === "answered" || endsTheLadder(result.failure)) break;
    failed.push({ path, asked: result.asked ?? null });
  }
  return { result, spent: purse.spent, failed };
}

type Purse = { spent: Spent };

/** Chunk after chunk, each an update of the summary so far. */
async function fold(path: SummaryPath, steps: Steps, asking: Asking, purse: Purse): Promise<Answered | Unanswered> {
  const { texts, bodyOf } = steps(path);
  let previous: string | null = null;
  let last: Answered | null = null;
  for (const text of texts) {
    const one = await askPatiently({ path, text: text(previous), maxTokens: asking.maxTokens }, asking, purse);
    if (one.kind === "failed") return one;
    previous = bodyOf(one.sections);
    last = { ...one, path, chunks: texts.length };
  }
  return last ?? { kind: "failed", failure: "empty", message: "" };
}

type Ask = Pick<SummaryAsk, "path" | "text" | "maxTokens">;
type One = Pick<Answered, "kind" | "sections" | "by"> | Unanswered;

/** A call instead of words is answered once with firmer words; an answer cut off once with twice the room. */
async function askPatiently(ask: Ask, asking: Asking, purse: Purse): Promise<One> {
  let reply = await askOnce(ask, asking, purse);
  if (reply.kind === "called-tools") reply = await askOnce({ ...ask, text: firmer(ask.text) }, asking, purse);
  if (reply.kind === "text" && reply.cut) {
    const longer = await askOnce({ ...ask, maxTokens: ask.maxTokens * 2 }, asking, purse);
    if (longer.kind === "text") reply = longer;
  }
  switch (reply.kind) {
    case "text":
      return judged(reply);
    case "called-tools":
      return { kind: "failed", failure: "transient", message: "the model called tools instead of answering" };
    case "failed":
      return {
        kind: "failed",
        failure: classify(reply),
        message: reply.message,
        ...(reply.asked === undefined ? {} : { asked: reply.asked }),
      };
    case "aborted":
      return { kind: "failed", failure: "cancelled", message: "" };
  }
}

function judged(reply: Extract<SummaryReply, { readonly kind: "text" }>): One {
  const verdict = judgeAnswer(reply.text, reply.cut);
  if (verdict.kind === "rejected") return { kind: "failed", failure: verdict.why, message: "" };
  return { kind: "answered", sections: verdict.sections, by: { provider: reply.provider, model: reply.model } };
}

/** One call with an end. Whatever the summariser does, the run gets a value. */
async function askOnce(ask: Ask, { summariser, clock, signal }: Asking, purse: Purse): Promise<SummaryReply> {
  if (signal.aborted) return { kind: "aborted" };
  using deadline = clock.deadline(totalMs, signal);
  const late: SummaryReply = { kind: "failed", failure: "timeout", message: "no summary within ten minutes" };
  const ended = new Promise<SummaryReply>((resolve) => {
    deadline.signal.addEventListener("abort", () => resolve(deadline.expired() ? late : { kind: "aborted" }), {
      once: true,
    });
  });
  const begin = async (): Promise<SummaryReply> => summariser.ask({ ...ask, signal: deadline.signal });
  const asked = begin().catch(brokenPromise);
  const reply = await Promise.race([asked, ended]);
  purse.spent = paid(purse.spent, reply);
  return reply.kind === "aborted" && deadline.expired() ? late : reply;
}

/** The contract says it never rejects; a plugin's may. */
function brokenPromise(error: unknown): SummaryReply {
  return { kind: "failed", failure: "unknown", message: error instanceof Error ? error.message : String(error) };
}

function paid(spent: Spent, reply: SummaryReply): Spent {
  const calls = spent.calls + 1;
  if (reply.kind !== "text" && reply.kind !== "called-tools") return { ...spent, calls };
  const usage =
    spent.usage === null || reply.usage === null ? (reply.usage ?? spent.usage) : addUsage(spent.usage, reply.usage);
  const known = reply.costUsd === null ? spent.costUsd : (spent.costUsd ?? 0) + reply.costUsd;
  return { usage, costUsd: known, calls };
}
