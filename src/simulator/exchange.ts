import type { Clock } from "../domain/clock.ts";
import { admit } from "./admission.ts";
import { answerOf, callsIn } from "./answer.ts";
import type { Answer, AnswerUsage } from "./answer.ts";
import { createPromptCache } from "./cache/prompt-cache.ts";
import { fingerprint, idsFrom } from "./ids.ts";
import { cacheRulesOf } from "./model-profiles.ts";
import type { ModelProfile } from "./model-profiles.ts";
import { promptTokens } from "./prompt.ts";
import type { Prompt } from "./prompt.ts";
import { refuse } from "./refusal.ts";
import type { Refusal } from "./refusal.ts";
import type { Move, ReplySource } from "./reply-source.ts";
import { answerResponse, refusalResponse, statusResponse } from "./respond.ts";
import type { Fault, Scenario, ScriptReply } from "./scenario.ts";
import { createSeal } from "./seal.ts";
import type { SimulatorRequest, SimulatorResponse } from "./wire.ts";
import type { Reading, WireFormat } from "./wire-format.ts";

export type Outcome = {
  readonly response: SimulatorResponse;
  readonly body: unknown;
  readonly usage: AnswerUsage | null;
};

export type Exchange = (format: WireFormat, request: SimulatorRequest, requestId: string) => Outcome;

type Parts = {
  readonly scenario: Scenario;
  readonly clock: Pick<Clock, "now">;
  readonly source: ReplySource;
  readonly secret: string;
};

/** One request to one endpoint: judged, answered, accounted for. */
export function createExchange({ scenario, clock, source, secret }: Parts): Exchange {
  const seal = createSeal(secret);
  const cache = createPromptCache();
  const thoughtless = new Set<string>();
  const cameWithoutThinking = (id: string): boolean => thoughtless.has(id);

  const answer = (reply: ScriptReply, prompt: Prompt, profile: ModelProfile, requestId: string): Answer =>
    answerOf(reply, {
      model: prompt.model,
      createdSeconds: Math.floor(clock.now() / 1_000),
      ids: idsFrom(fingerprint(`${requestId}/${prompt.turns.length}/${JSON.stringify(prompt.turns.at(-1))}`)),
      callPrefix: prompt.mode === "anthropic_messages" ? "toolu_" : "call_",
      cache: cache.use(prompt.layout, cacheRulesOf(profile, prompt.mode), clock.now() / 1_000),
    });

  return (format, request, requestId) => {
    const admission = admit(format, request, scenario);
    const { body } = admission;
    const refused = (refusal: Refusal): Outcome => plainOutcome(refusalResponse(format, refusal, requestId), body);
    if (admission.kind === "refused") return refused(admission.refusal);
    const { profile } = admission;
    const reading = format.read(body, { seal, cameWithoutThinking, profile });
    if (reading.kind === "refused") return refused(reading.refusal);
    const prompt = scoped(reading, format.credential(request.headers));
    const overflow = overflowOf(prompt, profile.contextWindow, format);
    if (overflow !== null) return refused(overflow);
    const move = judged(source(prompt), prompt, format);
    if (move.kind === "refused") return refused(move.refusal);
    if (move.fault?.kind === "status") return plainOutcome(statusResponse(format, move.fault, requestId), body);
    const given = answer(move.reply, prompt, profile, requestId);
    for (const id of callsWithoutThinking(given)) thoughtless.add(id);
    const response = answerResponse(reading.render(given), prompt.stream, move.fault, format);
    return { response, body, usage: given.usage };
  };
}

function plainOutcome(response: SimulatorResponse, body: unknown): Outcome {
  return { response, body, usage: null };
}

/** Caches are shared neither between models nor between keys. */
function scoped({ prompt, cacheKey }: Extract<Reading, { kind: "read" }>, credential: string | null): Prompt {
  const scope = JSON.stringify([prompt.model, credential, cacheKey]);
  return { ...prompt, layout: { ...prompt.layout, scope } };
}

type Judged =
  | { readonly kind: "play"; readonly reply: ScriptReply; readonly fault: Fault | null }
  | { readonly kind: "refused"; readonly refusal: Refusal };

function judged(move: Move, prompt: Prompt, format: WireFormat): Judged {
  if (move.kind === "stuck") return { kind: "refused", refusal: refuse(move.message, { code: "simulator_script" }) };
  const overflow = move.fault?.kind === "overflow" ? overflowOf(prompt, move.fault.above_tokens, format) : null;
  return overflow === null ? move : { kind: "refused", refusal: overflow };
}

function overflowOf(prompt: Prompt, limit: number, format: WireFormat): Refusal | null {
  const tokens = promptTokens(prompt);
  return tokens > limit ? format.overflow(tokens, limit) : null;
}

function callsWithoutThinking(answer: Answer): readonly string[] {
  const thought = answer.blocks.some(({ kind }) => kind === "thinking" || kind === "redacted");
  return thought ? [] : callsIn(answer).map(({ id }) => id);
}
