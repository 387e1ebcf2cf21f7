/** One HTTP exchange. The real one stands on node:http; the simulator's handler can take its place. */
export type HttpTransport = (request: HttpRequest, signal: AbortSignal) => Promise<HttpResponse>;

export type HttpRequest = {
  readonly method: "GET" | "POST";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Until a connection stands, TLS included. */
  readonly connectTimeoutMs: number;
};

/** `body` throws a TransportError when the connection breaks, and the signal's reason when it is aborted. */
export type HttpResponse = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>; // names in lower case
  readonly body: AsyncIterable<Uint8Array>;
};

export type TransportFault = "dns" | "connect" | "tls" | "reset" | "timeout" | "protocol";

/** The wire itself failed: there is no answer, or it stopped in the middle. */
export class TransportError extends Error {
  readonly fault: TransportFault;
  /** The system's own code, such as ECONNREFUSED. */
  readonly code: string | null;

  constructor(
    fault: TransportFault,
    message: string,
    options: { readonly code?: string; readonly cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = "TransportError";
    this.fault = fault;
    this.code = options.code ?? null;
  }
}
