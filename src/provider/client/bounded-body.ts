import { TransportError } from "../../domain/http.ts";

/** What could be read. `ending` says why it is not more: a limit, a signal, a broken connection. */
export type BodyText = { readonly text: string; readonly ending: "whole" | "limit" | "stopped" | TransportError };

/** Bytes as text, at most `limit` of them, until `stop` says enough. */
export async function boundedBody(
  bytes: AsyncIterable<Uint8Array>,
  limit: number,
  stop: AbortSignal,
): Promise<BodyText> {
  const iterator = bytes[Symbol.asyncIterator]();
  const decoder = new TextDecoder();
  const enough = stopped(stop);
  let text = "";
  let left = limit;
  try {
    for (;;) {
      const next = await Promise.race([iterator.next(), enough]);
      if (next === "stopped") return { text, ending: "stopped" };
      if (next.done === true) return { text: text + decoder.decode(), ending: "whole" };
      text += decoder.decode(next.value.subarray(0, left), { stream: true });
      left -= next.value.byteLength;
      if (left < 0) return { text, ending: "limit" };
    }
  } catch (error) {
    if (error instanceof TransportError) return { text, ending: error };
    throw error;
  } finally {
    void iterator.return?.(); // not awaited: behind a silent read it would never come back
  }
}

async function stopped(signal: AbortSignal): Promise<"stopped"> {
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
  return "stopped";
}
