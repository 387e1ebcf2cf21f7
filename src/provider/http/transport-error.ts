import { TransportError, type TransportFault } from "../../domain/http.ts";
import { providerPhrases } from "../../text/phrases/provider.ts";

type Words = (host: string, code: string) => string;

type Known = readonly [codes: RegExp, fault: TransportFault, words: Words];

/** What Node calls a failure, by the beginning of its code. First match wins. */
const faults: readonly Known[] = [
  [/^(ENOTFOUND|EAI_)/, "dns", providerPhrases.nameNotFound],
  [/^(ETIMEDOUT|ESOCKETTIMEDOUT)/, "timeout", providerPhrases.timedOut],
  [
    /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|EADDRNOTAVAIL)/,
    "connect",
    providerPhrases.cannotConnect,
  ],
  [/^(ECONNRESET|ECONNABORTED|EPIPE|ERR_STREAM_PREMATURE_CLOSE|ERR_STREAM_DESTROYED)/, "reset", providerPhrases.broken],
  [/^(CERT_|ERR_TLS_CERT|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH)/, "tls", providerPhrases.untrusted],
  [/^(EPROTO|ERR_SSL|ERR_TLS)/, "tls", providerPhrases.tlsFailed],
  [/^(Z_|ERR__ERROR|ERR_BROTLI|ERR_ZLIB)/, "protocol", providerPhrases.badEncoding],
];

const unknownFault: Known = [/./, "protocol", providerPhrases.notHttp];

/** Turns what node:http throws into the one error of the wire. What is no system error is a bug and stays itself. */
export function toTransportError(error: unknown, host: string, proxy: string | null = null): unknown {
  if (error instanceof TransportError || !(error instanceof Error)) return error;
  const code = codeOf(error);
  if (code === null) return error;
  if (/wrong version number/.test(error.message)) return wrap("tls", providerPhrases.noTls(host), error, notTls);
  if (code === "ERR_PROXY_TUNNEL") return wrap("connect", providerPhrases.proxyRefused(host, error.message), error);
  if (code === "ERR_INVALID_CHAR") return wrap("protocol", providerPhrases.badHeader(headerNamed(error)), error);
  const [, fault, words] = faults.find(([codes]) => codes.test(code)) ?? unknownFault;
  const isProxyLost = proxy !== null && (fault === "connect" || fault === "dns"); // the host itself was never tried
  return isProxyLost
    ? wrap("connect", providerPhrases.proxyUnreachable(proxy, code), error)
    : wrap(fault, words(host, code), error);
}

/** OpenSSL's own name for an answer that is no TLS; Node gives it the code of every broken handshake. */
export const notTls = "ERR_SSL_WRONG_VERSION_NUMBER";

function wrap(fault: TransportFault, message: string, error: Error, code = codeOf(error)): TransportError {
  return new TransportError(fault, message, { ...(code !== null && { code }), cause: error });
}

function codeOf(error: Error): string | null {
  return "code" in error && typeof error.code === "string" ? error.code : null;
}

/** Node's text is: Invalid character in header content ["authorization"]. It never holds the value. */
function headerNamed(error: Error): string {
  return /\["([^"]+)"\]/.exec(error.message)?.[1] ?? "";
}
