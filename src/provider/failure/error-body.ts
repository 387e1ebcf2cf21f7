import { z } from "zod";

/** What an error answer says, whatever envelope it came in. */
export type ErrorFacts = {
  readonly code: string | null;
  readonly message: string;
  /** Everything that may hold a tell-tale phrase, lower case. */
  readonly text: string;
  /** An aggregator names the provider behind it. */
  readonly upstream: boolean;
  readonly json: unknown;
};

const word = z
  .union([z.string(), z.number().transform(String)])
  .optional()
  .catch(undefined);
const InnerSchema = z.object({
  message: z.string().optional().catch(undefined),
  code: word,
  type: word,
  status: word,
  error_code: word,
  errorCode: word,
  detail: z.string().optional().catch(undefined),
  metadata: z
    .object({ raw: z.unknown(), provider_name: z.string().optional().catch(undefined) })
    .optional()
    .catch(undefined),
});
type Inner = z.infer<typeof InnerSchema>;
const EnvelopeSchema = InnerSchema.extend({ error: z.union([z.string(), InnerSchema]).optional().catch(undefined) });

const textLimit = 8_192;

/** Reads an error body: JSON in the envelopes of the known vendors, or plain text. */
export function readErrorBody(raw: string): ErrorFacts {
  const json = parse(raw);
  return json === undefined ? factsOf(raw, null, raw) : readErrorObject(json, raw);
}

export function readErrorObject(json: unknown, raw: string = JSON.stringify(json) ?? ""): ErrorFacts {
  const first: unknown = Array.isArray(json) ? json[0] : json; // Gemini wraps its error in a list
  const envelope = EnvelopeSchema.safeParse(first);
  if (!envelope.success) return factsOf(raw, null, raw, json);
  const { error } = envelope.data;
  if (typeof error === "string") return factsOf(error, envelope.data, raw, json);
  const inner = error ?? envelope.data;
  return factsOf(nested(inner.message ?? inner.detail ?? raw), inner, raw, json);
}

function factsOf(message: string, inner: Inner | null, raw: string, json?: unknown): ErrorFacts {
  const upstreamText = inner?.metadata?.raw === undefined ? "" : JSON.stringify(inner.metadata.raw);
  const text = [raw.slice(0, textLimit), message.slice(0, textLimit), upstreamText.slice(0, textLimit)];
  return {
    code: codeOf(inner),
    message: message.trim(),
    text: [...new Set(text)].join(" ").trim().toLowerCase(),
    upstream: inner?.metadata?.provider_name !== undefined,
    json,
  };
}

/** A number is a status repeated; a word says more. */
function codeOf(inner: Inner | null): string | null {
  const words = [inner?.code, inner?.error_code, inner?.errorCode, inner?.type, inner?.status];
  return words.find((value) => value !== undefined && !/^\d*$/.test(value)) ?? null;
}

/** Relays put the upstream's JSON into their message. */
function nested(message: string): string {
  const json = message.startsWith("{") ? parse(message) : undefined;
  if (json === undefined) return message;
  const envelope = EnvelopeSchema.safeParse(json);
  if (!envelope.success) return message;
  const { error } = envelope.data;
  const inner = typeof error === "string" ? error : (error?.message ?? envelope.data.message);
  return inner ?? message;
}

function parse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined; // plain text is an answer too
  }
}
