import { type FailureKind, failureClasses, type ProviderFailure } from "../../domain/failure.ts";
import type { TransportError } from "../../domain/http.ts";
import type { ModelRequest } from "../../domain/model-client.ts";
import { providerPhrases } from "../../text/phrases/provider.ts";
import { isAggregator } from "../catalog/catalog.ts";
import { reasoningFloorMs } from "../client/time-limits.ts";
import { notTls } from "../http/transport-error.ts";
import type { WireFault } from "../protocol.ts";
import { type ErrorFacts, readErrorBody, readErrorObject } from "./error-body.ts";
import { retryAfterMs } from "./retry-after.ts";
import { kindOf, type RequestSize } from "./rules.ts";
import { cut, errorSummary, isPage, pageSummary } from "./summary.ts";

/** Where a failure happened and whom to tell: the same for all failures of one call. */
export type FailureScene = {
  readonly request: ModelRequest;
  readonly phase: ProviderFailure["phase"];
  readonly nowMs: number;
  readonly redact: (text: string) => string;
};

type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** The server answered with an error status. */
export function failureOfAnswer(answer: Answer, scene: FailureScene): ProviderFailure {
  const { status, headers } = answer;
  const facts = readErrorBody(isPage(answer.body) ? pageSummary(answer.body) : answer.body);
  const moved = status >= 300 && status < 400;
  const message = moved ? providerPhrases.redirected(addressOf(headers["location"] ?? "")) : facts.message;
  return failure(scene, {
    kind: kindOf({ ...facts, status, relayed: isRelayed(facts, scene), request: sizeOf(scene.request) }),
    status,
    code: facts.code,
    message: errorSummary(status, message, moved ? "" : answer.body),
    retryAfterMs: retryAfterMs({ headers, json: facts.json, text: facts.text }, scene.nowMs),
    text: facts.text,
  });
}

/** The provider said inside a 2xx answer that it failed, or what came is no answer. */
export function failureOfFault(fault: WireFault, scene: FailureScene): ProviderFailure {
  if (fault.kind !== "error") {
    const kind = fault.kind === "empty" ? "server_error" : "unknown";
    const code = fault.kind === "empty" ? "empty_response" : "invalid_response";
    return failure(scene, { kind, code, message: cut(fault.message, 300), text: fault.message.toLowerCase() });
  }
  const facts = readErrorObject(fault.body);
  const text = `${fault.message.toLowerCase()} ${facts.text}`;
  const code = fault.code ?? facts.code;
  const { status, message } = fault;
  return failure(scene, {
    kind: kindOf({ status, code, text, message, relayed: isRelayed(facts, scene), request: sizeOf(scene.request) }),
    status,
    code,
    message: errorSummary(status, message, ""),
    retryAfterMs: retryAfterMs({ headers: {}, json: facts.json, text }, scene.nowMs),
    text,
  });
}

/** Plain text where the format has none: a relay's error, or rubbish. */
export function failureOfText(text: string, message: string, scene: FailureScene): ProviderFailure {
  const signal = { status: null, code: null, text: text.toLowerCase(), message: text, relayed: false };
  return failure(scene, {
    kind: kindOf({ ...signal, request: sizeOf(scene.request) }),
    code: "malformed_stream",
    message: cut(message, 300),
    text: signal.text,
  });
}

/** The wire failed. Its own fault decides, never its words: a host may be called anything. */
export function failureOfTransport(error: TransportError, scene: FailureScene): ProviderFailure {
  return failure(scene, {
    kind: transportKind(error, scene.request),
    code: error.code,
    message: cut(error.message, 300),
    text: error.message.toLowerCase(),
  });
}

/** A limit of ours ran out: `stale` for silence, `deadline` for the request as a whole. */
export function failureOfTime(code: "stale" | "deadline", limitMs: number, scene: FailureScene): ProviderFailure {
  const seconds = Math.round(limitMs / 1_000);
  const message = code === "stale" ? providerPhrases.silent(seconds) : providerPhrases.tookTooLong(seconds);
  return failure(scene, { kind: "timeout", code, message, text: message.toLowerCase() });
}

/** The answer is there and cannot be meant for us: asking again would bring the same. */
export function failureOfShape(message: string, scene: FailureScene): ProviderFailure {
  return failure(scene, { kind: "format_error", code: "unexpected_answer", message, text: message.toLowerCase() });
}

const untrusted = /^(CERT_|ERR_TLS_CERT|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH)/;

/** The address or the key is wrong as it stands: no second try heals that. */
const misconfigured: ReadonlySet<string> = new Set(["ERR_INVALID_CHAR", "ERR_PROXY_INVALID_CONFIG", notTls]);

function transportKind({ fault, code }: TransportError, request: ModelRequest): FailureKind {
  if (fault === "tls" && untrusted.test(code ?? "")) return "ssl_cert_verification";
  if (code !== null && misconfigured.has(code)) return "format_error";
  if (fault !== "reset") return "timeout";
  const disconnect = { status: null, code: null, text: "peer closed connection", message: "", relayed: false };
  return kindOf({ ...disconnect, request: sizeOf(request) });
}

type Findings = Pick<ProviderFailure, "kind" | "code" | "message" | "text"> &
  Partial<Pick<ProviderFailure, "status" | "retryAfterMs">>;

function failure({ phase, redact }: FailureScene, findings: Findings): ProviderFailure {
  return {
    kind: findings.kind,
    retryable: failureClasses[findings.kind].retryable,
    status: findings.status ?? null,
    code: findings.code,
    message: redact(findings.message),
    retryAfterMs: findings.retryAfterMs ?? null,
    phase,
    text: redact(cut(findings.text, 4_096)),
  };
}

function isRelayed(facts: ErrorFacts, { request }: FailureScene): boolean {
  return facts.upstream || isAggregator(request.runtime.provider);
}

function sizeOf({ runtime, messages, contextTokens }: ModelRequest): RequestSize {
  return {
    tokens: contextTokens,
    messages: messages.length,
    contextLength: runtime.contextLength,
    reasoning: reasoningFloorMs(runtime.model) !== null,
    lacksVendor: isAggregator(runtime.provider) && !runtime.model.includes("/"),
  };
}

/** Without its query, where tokens travel. */
function addressOf(location: string): string {
  return cut(location.replace(/[?#].*$/, ""), 120);
}
