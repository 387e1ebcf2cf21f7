import { secondsOf } from "../domain/clock.ts";
import { TransportError } from "../domain/http.ts";
import type { ModelClient, ModelDelta, ModelOutcome, ModelRequest } from "../domain/model-client.ts";
import { type Call, type CallParts, failed, type ModelClientParts, sceneOf } from "./client/call.ts";
import { startDelivery } from "./client/delivery.ts";
import { httpRequestOf } from "./client/http-request.ts";
import { readAnswer } from "./client/read-answer.ts";
import { readRefusal } from "./client/read-refusal.ts";
import { timeLimits } from "./client/time-limits.ts";
import { startWatch } from "./client/watch.ts";
import { failureOfShape, failureOfTime, failureOfTransport } from "./failure/failure.ts";
import { type Wire, wireKeeper, type WrittenBody } from "./wire.ts";

/** Whatever the provider or the wire does comes back as a value; only a bug of ours throws. */
export function createModelClient({ wires, ...rest }: ModelClientParts): ModelClient {
  const parts = { ...rest, wireFor: wireKeeper(wires) };
  return {
    call: async (request, onDelta, signal) =>
      signal.aborted ? { kind: "aborted" } : callModel(parts, request, onDelta, signal),
  };
}

async function callModel(
  parts: CallParts,
  request: ModelRequest,
  onDelta: (delta: ModelDelta) => void,
  signal: AbortSignal,
): Promise<ModelOutcome> {
  const delivery = startDelivery(onDelta, parts.log);
  const limits = timeLimits(request, parts.limits);
  const onSilence = (waitedMs: number): void => delivery.write({ type: "silence", waitedMs });
  using watch = startWatch({ clock: parts.clock, limits, signal, onSilence });
  const call: Call = { ...parts, request, delivery, watch, answered: false };

  const outcome = await Promise.race([exchange(call, limits.connectMs), cutOff(watch.signal)]);
  delivery.close();
  if (signal.aborted) return { kind: "aborted" }; // also when the answer came a moment before
  const ranOut = watch.ranOut();
  if (ranOut !== null) return failed(call, failureOfTime(ranOut.code, ranOut.limitMs, sceneOf(call)));
  return outcome;
}

/** Why it was cut off, the signals tell. */
async function cutOff(signal: AbortSignal): Promise<ModelOutcome> {
  await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
  return { kind: "aborted" };
}

async function exchange(call: Call, connectTimeoutMs: number): Promise<ModelOutcome> {
  const { request, watch } = call;
  try {
    const wire = await call.wireFor(request.runtime.apiMode);
    const written = wire.write(request, secondsOf(call.clock));
    if (written.kind === "refused") return failed(call, failureOfShape(written.problem, sceneOf(call)));
    return await send(call, wire, written, connectTimeoutMs);
  } catch (error) {
    if (error instanceof TransportError) return failed(call, failureOfTransport(error, sceneOf(call)));
    if (watch.signal.aborted) return { kind: "aborted" }; // the transport throws the signal's reason
    throw error;
  }
}

type Ready = Extract<WrittenBody, { kind: "written" }>;

async function send(call: Call, wire: Wire, written: Ready, connectTimeoutMs: number): Promise<ModelOutcome> {
  const outgoing = httpRequestOf(call.request, wire, { body: written.text, connectTimeoutMs });
  const response = await call.transport(outgoing, call.watch.signal);
  if (response.status < 200 || response.status >= 300) return failed(call, await readRefusal(response, call));
  welcome(call);
  const answer = await readAnswer(response, wire, call);
  return answer.kind === "failure" ? failed(call, answer.failure) : finished(answer, written);
}

/** In the Responses format only an event is a first sign of life: its headers come long before. */
function welcome(call: Call): void {
  call.answered = true;
  call.delivery.write({ type: "headers" });
  if (call.request.runtime.apiMode !== "codex_responses") call.watch.alive();
}

type Draft = Extract<Awaited<ReturnType<typeof readAnswer>>, { kind: "draft" }>;

function finished({ draft, ignoredStream }: Draft, { tail, sent }: Ready): ModelOutcome {
  return { kind: "reply", reply: { ...draft, tail, sent, ignoredStream } };
}
