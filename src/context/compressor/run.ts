import type { CompressionProposal, CompressionTrigger } from "../../domain/context-engine.ts";
import type { Message } from "../../domain/message.ts";
import { contextPhrases } from "../../text/phrases/context.ts";
import { askAlong, type LadderResult } from "./ask-summary.ts";
import { assemble } from "./assemble.ts";
import { emergencySections } from "./emergency.ts";
import { endingsOf, type Asked, type Built, type Endings } from "./endings.ts";
import { failedJustNow } from "./engine-state.ts";
import { planCompression, type Plan } from "./plan.ts";
import { pressAlone } from "./press-alone.ts";
import type { RunContext } from "./run-context.ts";
import type { SummaryFailure } from "./summary-failure.ts";
import { pathsFor, stepsFor } from "./summary-request.ts";
import type { Heading } from "./template.ts";
import { violations } from "./violations.ts";
import { writeSummary } from "./write-summary.ts";

const leastOutput = 4_096;
const stuckTriggers: readonly CompressionTrigger[] = ["http_413", "context_error", "long_context_tier"];

/** One compression from list to proposal. No accepted summary, no dropped turn; only a stuck conversation gets one by rules. */
export async function runCompression(run: RunContext): Promise<CompressionProposal> {
  const startedMs = run.clock.now();
  const isStuck = stuckTriggers.includes(run.request.trigger);
  const { numbers, scales, settings } = run;
  const plan = planCompression(run.request, { numbers, scales, protectLast: settings.protect_last_n });
  if (plan === null) return withoutPlan(run, endingsOf(run, { startedMs, plan, asked: null }), isStuck);
  const skips = isStuck && failedJustNow(run.memory.read(), startedMs);
  const asked = skips ? null : await ask(run, plan, isStuck);
  return judge({ run, plan, asked, isStuck, ending: endingsOf(run, { startedMs, plan, asked }) });
}

/** Nothing to sum up; but a list that cannot be sent may still lose what its tools said. */
function withoutPlan(run: RunContext, ending: Endings, isStuck: boolean): CompressionProposal {
  const pressed = isStuck ? pressAlone(run) : null;
  return pressed === null ? ending.noWindow() : ending.pressed(pressed);
}

async function ask(run: RunContext, plan: Plan, isStuck: boolean): Promise<Asked> {
  const { request, summariser, settings, scales, clock } = run;
  const startedMs = clock.now();
  const choice = { plan, request, summariser, settings, isStuck };
  const maxTokens = Math.max(2 * plan.budget, leastOutput);
  const steps = stepsFor(choice, scales, run.language);
  const ladder = await askAlong(pathsFor(choice), steps, { summariser, clock, maxTokens, signal: request.signal });
  return { ladder, ms: clock.now() - startedMs };
}

type Verdict = {
  readonly run: RunContext;
  readonly plan: Plan;
  readonly asked: Asked | null;
  readonly isStuck: boolean;
  readonly ending: Endings;
};

function judge(verdict: Verdict): CompressionProposal {
  const { run, asked, isStuck, ending } = verdict;
  const result: LadderResult["result"] = asked?.ladder.result ?? leftAlone;
  if (run.request.signal.aborted) return ending.aborted("cancelled", "");
  if (result.kind === "answered") {
    const built = build(result.sections, verdict);
    if (built.problem === null) return ending.done(built, "ok", noticeFor(asked));
    return isStuck ? emergency(built.problem, verdict) : ending.aborted(built.problem, "");
  }
  const { failure, message } = result;
  return isStuck && failure !== "cancelled" ? emergency(failure, verdict) : ending.aborted(failure, message);
}

const leftAlone = { kind: "failed", failure: "transient", message: "" } as const; // it failed a moment ago

/** The conversation cannot be sent and cannot be summed up: rules write what is needed to go on. */
function emergency(failure: SummaryFailure, verdict: Verdict): CompressionProposal {
  const { run, plan, ending, asked } = verdict;
  if (asked !== null) ending.remember(failure);
  const sections = emergencySections(plan.middle, plan.previous?.body ?? null, plan.head);
  const built = build(sections, verdict);
  const { scales, request } = run;
  const weight = scales.system(request.system) + scales.tools(request.tools) + scales.list(built.assembled.messages);
  if (built.problem !== null || weight > (request.limits?.maxTokens ?? Infinity)) return ending.exhausted();
  return ending.done(built, "emergency", contextPhrases.emergency(plan.middle.length, failure));
}

type Tried = Built & { readonly problem: SummaryFailure | null };

function build(sections: ReadonlyMap<Heading, string>, { run, plan, isStuck }: Verdict): Tried {
  const { request, scales, trigger, numbers, log } = run;
  const summary = writeSummary(sections, plan, request, { trigger, scales });
  const idOf = request.idOf ?? (() => null);
  const isPressed = isStuck && plan.previous !== null; // one compression has been done and it did not fit
  const pressure = isPressed ? { softTokens: numbers.softTail, weigh: scales.message, idOf } : null;
  const assembled = assemble(plan, summary, pressure);
  if (assembled.defects > 0) log("error", "compression.pairs_mended", { defects: assembled.defects });
  return { summary, assembled, problem: problemWith(assembled.messages, run) };
}

function problemWith(messages: readonly Message[], { request, scales, log }: RunContext): SummaryFailure | null {
  if (scales.list(messages) >= scales.list(request.messages)) return "would_grow";
  const broken = violations(request.messages, messages);
  if (broken.length === 0) return null;
  log("error", "compression.invariant_violated", { rules: broken });
  return "invalid";
}

function noticeFor(asked: Asked | null): string | null {
  const result = asked?.ladder.result;
  const first = asked?.ladder.failed.find(({ path }) => path !== "same-prefix");
  if (result?.kind !== "answered" || first === undefined) return null;
  return contextPhrases.otherModelAsked(first.asked?.model ?? first.path, result.by.model);
}
