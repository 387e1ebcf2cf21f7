import type { Auxiliary, AuxiliaryOutcome, AuxiliaryTask } from "../../domain/auxiliary.ts";
import { failureClasses, type ProviderFailure } from "../../domain/failure.ts";
import type { Runtime, RuntimeName } from "../../domain/runtime.ts";
import { providerPhrases as say } from "../../text/phrases/provider.ts";
import { isSameAccount, isSameModel } from "../same-backend.ts";
import { type Asked, askRuntime } from "./ask-runtime.ts";
import { routeOf } from "./candidates.ts";
import { isAboutAccount, isWorthAskingElsewhere } from "./reaction.ts";
import type { AuxiliaryMemory, AuxiliaryParts, SideJob } from "./side-job.ts";
import { createSlots, type Slots } from "./slots.ts";
import { timeoutMs } from "./task-settings.ts";

const unpaidMs = 600_000;

/** Side models. Each call walks its own list from the start; only who could not pay is remembered between calls. */
export function createAuxiliary(parts: AuxiliaryParts): Auxiliary {
  const slots = new Map<AuxiliaryTask, Slots>();
  return {
    call: async (task, request) => {
      const settings = parts.settings[task];
      const job: SideJob = { task, request, settings, parts };
      try {
        if (settings.max_concurrency === undefined) return await work(job);
        const inTurn = slots.get(task) ?? createSlots(settings.max_concurrency);
        slots.set(task, inTurn);
        return await inTurn(() => work(job), request.signal);
      } catch (error) {
        if (request.signal.aborted) return { kind: "aborted" };
        throw error;
      }
    },
  };
}

type Failed = Extract<Asked, { kind: "failed" }>;

async function work(job: SideJob): Promise<AuxiliaryOutcome> {
  const { task, request, settings, parts } = job;
  const { explicit, candidates } = routeOf(task, request, settings, parts);
  const failures: Failed[] = [];
  for (const candidate of candidates) {
    const runtime = candidate.find();
    if (runtime === null || isHopeless(runtime, failures, parts)) continue;
    const limit = candidate.timeoutMs ?? timeoutMs(task, settings, request.timeoutMs);
    const asked = await askRuntime(runtime, limit, job);
    if (asked.kind === "aborted") return asked;
    if (asked.kind === "reply") return { kind: "reply", reply: asked.reply, runtime: nameOf(asked.runtime) };
    failures.push(asked);
    if (asked.failure.kind === "billing")
      parts.memory.unpaidUntilMs.set(placeOf(runtime), parts.clock.now() + unpaidMs);
    if (!isWorthAskingElsewhere(asked.failure, explicit)) break;
  }
  return failed(task, failures);
}

/**
 * It cannot pay, all its keys are dead, or it is what failed already: the same account for trouble with the account,
 * else the same model.
 */
function isHopeless(runtime: Runtime, failures: readonly Failed[], { memory, pools, clock }: AuxiliaryParts): boolean {
  if (pools.poolFor(runtime)?.nextAvailableMs() === Infinity) return true;
  if ((memory.unpaidUntilMs.get(placeOf(runtime)) ?? 0) > clock.now()) return true;
  return failures.some(({ failure, runtime: other }) =>
    isAboutAccount(failure) ? isSameAccount(runtime, other) : isSameModel(runtime, other),
  );
}

function failed(task: AuxiliaryTask, failures: readonly Failed[]): AuxiliaryOutcome {
  const failure = failures[0]?.failure ?? nobody(task);
  const asked = failures.map(({ runtime }) => nameOf(runtime));
  return { kind: "failed", failure, asked, notice: say.auxiliaryFailed(task, failure.message) };
}

function nobody(task: AuxiliaryTask): ProviderFailure {
  const message = say.noSideModel(task);
  const nothing = { status: null, code: null, retryAfterMs: null, phase: "request" } as const;
  const { retryable } = failureClasses.model_not_found;
  return { kind: "model_not_found", retryable, message, text: message.toLowerCase(), ...nothing };
}

function nameOf({ provider, model }: Runtime): RuntimeName {
  return { provider, model };
}

function placeOf({ provider, baseUrl }: Runtime): string {
  return `${provider} ${new URL(baseUrl).origin}`;
}

export function emptyAuxiliaryMemory(): AuxiliaryMemory {
  return { unpaidUntilMs: new Map() };
}
