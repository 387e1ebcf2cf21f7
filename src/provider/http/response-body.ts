import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import type { Clock } from "../../domain/clock.ts";
import { TransportError } from "../../domain/http.ts";
import { providerPhrases } from "../../text/phrases/provider.ts";
import { toTransportError } from "./transport-error.ts";

/** How long the rest of an answer may take when its reader has left: usually it is an empty last chunk. */
const restMs = 1_000;

type Exchange = { readonly host: string; readonly clock: Clock; readonly signal: AbortSignal };

/** The bytes of an answer, unpacked, pulled by the reader: nobody reading means the sender has to wait. */
export async function* responseBody(message: IncomingMessage, exchange: Exchange): AsyncGenerator<Uint8Array> {
  const { host, signal } = exchange;
  const source = unpacked(message, host);
  const stop = (): void => void message.destroy();
  signal.addEventListener("abort", stop, { once: true });
  try {
    const bytes: AsyncIterable<Uint8Array> = source.iterator({ destroyOnReturn: false });
    for await (const chunk of bytes) {
      signal.throwIfAborted();
      yield chunk;
    }
  } catch (error) {
    signal.throwIfAborted();
    throw toTransportError(error, host);
  } finally {
    signal.removeEventListener("abort", stop);
    if (!message.destroyed && !message.readableEnded) void letGo(message, source, exchange);
  }
}

/** A connection whose answer arrived to its end goes back to the pool; any other is closed. */
async function letGo(message: IncomingMessage, source: Readable, { clock, signal }: Exchange): Promise<void> {
  using rest = clock.deadline(restMs, signal);
  const closed = new Promise<void>((resolve) => void message.once("close", resolve));
  source.resume();
  await Promise.race([closed, rest.over]);
  message.destroy();
}

function unpacked(message: IncomingMessage, host: string): Readable {
  const encoding = message.headers["content-encoding"]?.trim().toLowerCase() ?? "identity";
  if (encoding === "identity" || encoding === "") return message;
  const { pipeline } = process.getBuiltinModule("node:stream");
  const unpack = decoderFor(encoding);
  if (unpack === null) throw new TransportError("protocol", providerPhrases.badEncoding(host, encoding));
  pipeline(message, unpack, () => undefined); // the reader of `unpack` gets the error
  return unpack;
}

/** Flushing after every piece keeps a packed event stream live. */
function decoderFor(encoding: string): (Readable & NodeJS.WritableStream) | null {
  const zlib = process.getBuiltinModule("node:zlib");
  const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH } = zlib.constants;
  switch (encoding) {
    case "gzip":
    case "x-gzip":
    case "deflate":
      return zlib.createUnzip({ flush: Z_SYNC_FLUSH, finishFlush: Z_SYNC_FLUSH });
    case "br":
      return zlib.createBrotliDecompress({ flush: BROTLI_OPERATION_FLUSH, finishFlush: BROTLI_OPERATION_FLUSH });
    default:
      return null;
  }
}
