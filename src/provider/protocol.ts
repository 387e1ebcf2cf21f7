import type { CacheTail, PromptParts, SentMarker } from "../domain/cache.ts";
import type { ModelDelta, ModelReply, ModelRequest } from "../domain/model-client.ts";
import type { ApiMode } from "../domain/runtime.ts";

/**
 * A wire format as two pure halves: a request becomes a body, frames become a reply. No I/O, no clock, no key.
 * The client adds URL, credential, framing and time limits, so a new endpoint is a row of the catalogue and not a file.
 */
export type Protocol<State, Body extends object> = {
  readonly id: ApiMode;
  /** Follows the runtime's base URL. */
  readonly path: string;
  /** Headers of the format itself, such as its version; never the credential. */
  readonly headers: (request: ModelRequest) => Readonly<Record<string, string>>;
  /** Keys in a fixed order, overrides merged; unchanged messages are lowered once and reused by identity. */
  readonly body: (request: ModelRequest) => Body;
  /** What the endpoint would refuse, in one line; null: nothing. Asked before a byte is sent. */
  readonly preflight?: (body: Body) => string | null;
  /** Cache markers, on a copy, as the last change before the body is serialised. */
  readonly mark: (body: Body, request: ModelRequest, nowSeconds: number) => Marked<Body>;
  /** What a provider's cache compares, of a body without markers. */
  readonly parts: (body: Body) => PromptParts;
  readonly start: (request: ModelRequest) => State;
  /** One parsed `data:` payload of the event stream. An unknown frame is the future, not an error. */
  readonly step: (state: State, frame: unknown) => Step<State>;
  /** The stream is over, by itself or by the connection. */
  readonly end: (state: State) => WireEnd;
  /** One whole object: the request did not stream, or the server ignored that it should. */
  readonly whole: (json: unknown, request: ModelRequest) => WireEnd;
};

export type Marked<Body> = {
  readonly body: Body;
  readonly tail: CacheTail | null;
  readonly markers: readonly SentMarker[];
};

export type Step<State> = readonly [state: State, deltas: readonly ModelDelta[]];

/** A reply without what only the client knows. */
export type ReplyDraft = Omit<ModelReply, "tail" | "sent" | "ignoredStream">;

export type WireEnd =
  | { readonly kind: "reply"; readonly reply: ReplyDraft }
  | { readonly kind: "fault"; readonly fault: WireFault };

/** What came is no answer. `empty`: nothing usable, worth a reconnect; `error`: the provider said so inside the stream. */
export type WireFault =
  | { readonly kind: "empty"; readonly message: string }
  | { readonly kind: "invalid"; readonly message: string }
  | {
      readonly kind: "error";
      readonly status: number | null;
      readonly code: string | null;
      readonly message: string;
      /** The error object as it came, for the classifier. */
      readonly body: unknown;
    };
