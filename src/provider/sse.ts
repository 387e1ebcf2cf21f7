import { createParser } from "eventsource-parser";

/** What an event stream says: payloads, its own end, or something that is not JSON. */
export type StreamItem =
  | { readonly kind: "payload"; readonly payload: unknown }
  | { readonly kind: "done" }
  | { readonly kind: "rubbish"; readonly text: string };

const lineLimit = 64 * 1_048_576; // a line longer than this is no event but a flood

/**
 * Bytes of a text/event-stream as parsed `data` payloads. Cuts may fall anywhere, inside a character too.
 * After `done` nothing more comes; an event that the end of the bytes cut in two is dropped.
 */
export async function* streamItems(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<StreamItem> {
  let ready: StreamItem[] = [];
  const parser = createParser({
    maxBufferSize: lineLimit,
    onEvent: ({ data }) => void ready.push(itemOf(data)),
    onError: (error) => {
      if (error.type === "max-buffer-size-exceeded") ready.push({ kind: "rubbish", text: error.message });
    },
  });
  const decoder = new TextDecoder();
  for await (const chunk of bytes) {
    parser.feed(decoder.decode(chunk, { stream: true }));
    const items = ready;
    ready = [];
    for (const item of items) {
      yield item;
      if (item.kind !== "payload") return;
    }
  }
  parser.feed(`${decoder.decode()}\n\n`); // some servers forget the blank line behind the last event
  yield* ready.filter((item) => item.kind !== "rubbish");
}

function itemOf(data: string): StreamItem {
  if (data.trim() === "[DONE]") return { kind: "done" };
  try {
    const payload: unknown = JSON.parse(data);
    return { kind: "payload", payload };
  } catch {
    return { kind: "rubbish", text: data };
  }
}
