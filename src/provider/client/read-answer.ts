import type { ProviderFailure } from "../../domain/failure.ts";
import type { HttpResponse } from "../../domain/http.ts";
import { providerPhrases } from "../../text/phrases/provider.ts";
import { failureOfFault, failureOfShape, failureOfText, failureOfTransport } from "../failure/failure.ts";
import { cut, isPage } from "../failure/summary.ts";
import type { ReplyDraft, WireEnd } from "../protocol.ts";
import { streamItems } from "../sse.ts";
import type { Wire } from "../wire.ts";
import { boundedBody } from "./bounded-body.ts";
import { type Call, sceneOf } from "./call.ts";
import { sniff } from "./sniff.ts";

type ReadAnswer =
  | { readonly kind: "draft"; readonly draft: ReplyDraft; readonly ignoredStream: boolean }
  | { readonly kind: "failure"; readonly failure: ProviderFailure };

const wholeLimit = 64 * 1_048_576;
const rubbishLimit = 4_096;

/** Reads what the server chose to send: an event stream, or one object although a stream was asked for. */
export async function readAnswer(response: HttpResponse, wire: Wire, call: Call): Promise<ReadAnswer> {
  const type = response.headers["content-type"]?.toLowerCase() ?? "";
  if (type.includes("event-stream")) return readStream(response.body, wire, call);
  if (type.includes("json")) return readWhole(response.body, wire, call);
  const { first, body } = await sniff(response.body);
  const isStream = call.request.runtime.traits.streaming && first !== "{" && first !== "<";
  return isStream ? readStream(body, wire, call) : readWhole(body, wire, call);
}

async function readStream(body: AsyncIterable<Uint8Array>, wire: Wire, call: Call): Promise<ReadAnswer> {
  const reader = wire.read(call.request);
  for await (const item of streamItems(body)) {
    call.watch.alive();
    if (item.kind === "done") break;
    if (item.kind === "rubbish") return rubbish(item.text, call);
    for (const delta of reader.step(item.payload)) call.delivery.write(delta);
  }
  return judge(reader.end(), false, call);
}

async function readWhole(body: AsyncIterable<Uint8Array>, wire: Wire, call: Call): Promise<ReadAnswer> {
  const { text, ending } = await boundedBody(body, wholeLimit, call.watch.signal);
  if (ending === "limit") return fail(failureOfShape(providerPhrases.tooLarge(wholeLimit / 1_048_576), sceneOf(call)));
  if (ending !== "whole" && ending !== "stopped") return fail(failureOfTransport(ending, sceneOf(call)));
  if (isPage(text)) return fail(failureOfShape(providerPhrases.webPage(hostOf(call)), sceneOf(call)));
  const json = parse(text);
  if (json === undefined) return rubbish(text, call);
  const answer = judge(wire.whole(json, call.request), call.request.runtime.traits.streaming, call);
  if (answer.kind === "draft") deliverWhole(answer.draft, call);
  return answer;
}

function judge(end: WireEnd, ignoredStream: boolean, call: Call): ReadAnswer {
  if (end.kind === "reply") return { kind: "draft", draft: end.reply, ignoredStream };
  return fail(failureOfFault(end.fault, sceneOf(call)));
}

/** Who listens for pieces gets the whole as one. */
function deliverWhole({ reasoning, content, tool_calls: calls }: ReplyDraft, { delivery }: Call): void {
  if (reasoning !== null && reasoning !== "") delivery.write({ type: "reasoning", text: reasoning });
  if (content !== "") delivery.write({ type: "text", text: content });
  for (const call of calls) delivery.write({ type: "call", id: call.id, name: call.function.name });
}

function rubbish(text: string, call: Call): ReadAnswer {
  const excerpt = cut(text.trim(), rubbishLimit);
  return fail(failureOfText(excerpt, providerPhrases.notJson(excerpt), sceneOf(call)));
}

function fail(failure: ProviderFailure): ReadAnswer {
  return { kind: "failure", failure };
}

function parse(text: string): unknown {
  try {
    const json: unknown = JSON.parse(text);
    return json;
  } catch {
    return undefined; // the caller says so in words
  }
}

function hostOf({ request }: Call): string {
  return new URL(request.runtime.baseUrl).host;
}
