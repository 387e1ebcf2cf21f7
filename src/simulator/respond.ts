import { bodyChunks, textChunks } from "./deform.ts";
import { refuse } from "./refusal.ts";
import type { Refusal } from "./refusal.ts";
import type { Fault } from "./scenario.ts";
import type { SimulatorResponse } from "./wire.ts";
import type { Rendered, WireFormat } from "./wire-format.ts";

const json = { "content-type": "application/json" };
const eventStream = { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-cache" };

/** An answer, in the form that was asked for unless a fault says otherwise. */
export function answerResponse(
  rendered: Rendered,
  wantsStream: boolean,
  fault: Fault | null,
  format: WireFormat,
): SimulatorResponse {
  const isStream = wantsStream && fault?.kind !== "ignore_stream";
  return {
    status: 200,
    headers: isStream ? eventStream : json,
    chunks: bodyChunks(rendered, isStream, fault, format),
  };
}

export function refusalResponse(format: WireFormat, refusal: Refusal, requestId: string): SimulatorResponse {
  const body = JSON.stringify(format.errorBody(refusal, requestId));
  return { status: refusal.status, headers: json, chunks: textChunks(body) };
}

export function statusResponse(
  format: WireFormat,
  { status, headers, message, type, code, body }: Extract<Fault, { kind: "status" }>,
  requestId: string,
): SimulatorResponse {
  const refusal = refuse(message ?? `Simulated status ${status}`, { status, type: type ?? null, code: code ?? null });
  const usual = refusalResponse(format, refusal, requestId);
  const chunks = body === undefined ? usual.chunks : textChunks(body);
  return { status, headers: { ...usual.headers, ...headers }, chunks };
}
