import { providerWirePhrases } from "../../text/phrases/provider-wire.ts";
import type { WireFault } from "../protocol.ts";
import { isReceived, type Received, stringIn } from "./received.ts";

const longestMessage = 4_096;

/** Statuses behind the error types that come without one. */
const statusOfType: Readonly<Record<string, number>> = {
  invalid_request_error: 400,
  authentication_error: 401,
  billing_error: 402,
  permission_error: 403,
  not_found_error: 404,
  request_too_large: 413,
  rate_limit_error: 429,
  api_error: 500,
  timeout_error: 504,
  overloaded_error: 529,
};

/** An error object inside a 2xx answer, in any of the shapes that occur. */
export function providerFault(error: unknown, knownStatus: number | null = null): WireFault {
  const body: Received = isReceived(error) ? error : { message: typeof error === "string" ? error : undefined };
  const code = codeOf(body);
  const message = stringIn(body, "message") || code || providerWirePhrases.noMessage;
  return {
    kind: "error",
    status: statusIn(body) ?? knownStatus ?? statusOfType[code ?? ""] ?? statusInWords(message),
    code,
    message: message.slice(0, longestMessage),
    body: error,
  };
}

function codeOf(body: Received): string | null {
  return stringIn(body, "code") || stringIn(body, "type") || null;
}

function statusInWords(message: string): number | null {
  const found = /(?:http|status|code|error)\D{0,8}\b([45]\d\d)\b/i.exec(message)?.[1];
  return found === undefined ? null : Number(found);
}

function statusIn(body: Received): number | null {
  const candidates = [body["status"], body["status_code"], body["http_status"], body["code"]].map(Number);
  return candidates.find((status) => status >= 400 && status <= 599) ?? null;
}
