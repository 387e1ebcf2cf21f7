import { costOf, sideSpending } from "../../domain/cost.ts";
import { type KeyLease, usedKeyOf, withKey } from "../../domain/credential-pool.ts";
import type { ProviderFailure } from "../../domain/failure.ts";
import type { ModelOutcome, ModelReply } from "../../domain/model-client.ts";
import type { Runtime } from "../../domain/runtime.ts";
import { providerPhrases as say } from "../../text/phrases/provider.ts";
import { failureOfFault, failureOfTime, type FailureScene } from "../failure/failure.ts";
import { isWorthRetrying } from "./reaction.ts";
import type { SideJob } from "./side-job.ts";
import { sideRequest } from "./side-request.ts";
import { type Wishes, withoutRefused } from "./wish-list.ts";

export type Asked =
  | { readonly kind: "reply"; readonly reply: ModelReply; readonly runtime: Runtime }
  | { readonly kind: "failed"; readonly failure: ProviderFailure; readonly runtime: Runtime }
  | { readonly kind: "aborted" };

/** What may still change between two attempts at one runtime. */
type Attempt = {
  readonly runtime: Runtime;
  readonly wishes: Wishes;
  readonly retries: number;
  readonly refreshed: boolean;
};

const firstWaitMs = 1_000;
const longestWaitMs = 8_000;

/** One runtime with its own retries: without what it does not know, with another key, after a moment. */
export async function askRuntime(runtime: Runtime, timeoutMs: number, job: SideJob): Promise<Asked> {
  const { request, parts } = job;
  using lease = (await parts.pools.poolFor(runtime)?.lease(request.signal)) ?? null;
  const isTurns = runtime === request.runtime; // the turn's key is the one its cache belongs to
  let attempt: Attempt = {
    runtime: lease === null || isTurns ? runtime : withKey(runtime, lease.current()),
    wishes: request,
    retries: 0,
    refreshed: false,
  };
  for (;;) {
    const asked = await askOnce(attempt, timeoutMs, job);
    if (asked.kind === "reply") lease?.succeeded();
    if (asked.kind !== "failed") return asked;
    const next = await nextAttempt(asked.failure, attempt, lease, job);
    if (next === null) return asked;
    attempt = next;
  }
}

/** null: nothing more can be done here. */
async function nextAttempt(
  failure: ProviderFailure,
  attempt: Attempt,
  lease: KeyLease | null,
  job: SideJob,
): Promise<Attempt | null> {
  const wishes = withoutRefused(attempt.wishes, failure);
  if (wishes !== null) return { ...attempt, wishes };
  const rekeyed = lease === null ? null : await otherKey(failure, attempt, lease, job);
  if (rekeyed !== null) return rekeyed;
  if (failure.kind === "auth") return refreshed(attempt, job);
  const { settings } = job.parts;
  if (attempt.retries >= settings.transient_retries || !isWorthRetrying(job.task, failure)) return null;
  await pause(firstWaitMs * 2 ** attempt.retries, job);
  return { ...attempt, retries: attempt.retries + 1 };
}

async function otherKey(
  failure: ProviderFailure,
  attempt: Attempt,
  lease: KeyLease,
  job: SideJob,
): Promise<Attempt | null> {
  const { signal } = job.request;
  const verdict = await lease.report(failure, usedKeyOf(attempt.runtime), signal);
  switch (verdict.kind) {
    case "same_key":
      await pause(failure.retryAfterMs ?? firstWaitMs, job);
      return attempt;
    case "rotated":
    case "refreshed":
      return { ...attempt, runtime: withKey(attempt.runtime, verdict.key) };
    case "nothing_left":
    case "not_a_key_matter":
      return null;
  }
}

async function refreshed(attempt: Attempt, { parts, request }: SideJob): Promise<Attempt | null> {
  if (attempt.refreshed) return null;
  const runtime = await parts.refresh(attempt.runtime, request.signal);
  return runtime === null ? null : { ...attempt, runtime, refreshed: true };
}

async function pause(ms: number, { parts, request }: SideJob): Promise<void> {
  await parts.clock.sleep(Math.min(ms, longestWaitMs), request.signal);
}

async function askOnce({ runtime, wishes }: Attempt, timeoutMs: number, job: SideJob): Promise<Asked> {
  const { request, parts, settings, task } = job;
  const wire = sideRequest(runtime, request, settings, wishes);
  const scene: FailureScene = { request: wire, phase: "request", nowMs: parts.clock.now(), redact: (text) => text };
  using limit = parts.clock.deadline(timeoutMs, request.signal);
  const outcome = await parts.client.call(wire, () => undefined, limit.signal);
  if (request.signal.aborted) return { kind: "aborted" };
  if (limit.expired()) return { kind: "failed", failure: failureOfTime("deadline", timeoutMs, scene), runtime };
  if (outcome.kind === "reply" && outcome.reply.usage !== null) {
    const { provider, model, prices } = runtime;
    const { usage } = outcome.reply;
    const isMain = provider === request.runtime.provider && model === request.runtime.model;
    const prompt = prices === undefined ? {} : { prompt: sideSpending(usage, prices, isMain ? 0 : null) };
    const cost_usd = prices === undefined ? null : costOf(usage, prices);
    request.onUsage({ task, provider, model, usage, cost_usd, ...prompt });
  }
  return judged(outcome, runtime, scene);
}

function judged(outcome: ModelOutcome, runtime: Runtime, scene: FailureScene): Asked {
  if (outcome.kind === "aborted") return outcome;
  if (outcome.kind === "failed") return { kind: "failed", failure: outcome.failure, runtime };
  const { content, tool_calls: calls } = outcome.reply;
  if (content.trim() !== "" || calls.length > 0) return { kind: "reply", reply: outcome.reply, runtime };
  const failure = failureOfFault({ kind: "empty", message: say.emptyAnswer }, scene);
  return { kind: "failed", failure, runtime };
}
