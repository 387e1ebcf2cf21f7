/** Lines of a byte stream without their ends; null stands for one longer than `most` characters, which is not kept. */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>, most: number): AsyncGenerator<string | null> {
  const decoder = new TextDecoder();
  let open = "";
  let overflown = false;
  const extend = (piece: string): void => {
    overflown ||= open.length + piece.length > most;
    open = overflown ? "" : open + piece;
  };
  const cut = (): string | null => {
    const line = overflown ? null : open.replace(/\r$/, "");
    open = "";
    overflown = false;
    return line;
  };
  for await (const chunk of chunks) {
    const [first = "", ...rest] = decoder.decode(chunk, { stream: true }).split("\n");
    extend(first);
    for (const piece of rest) {
      yield cut();
      extend(piece);
    }
  }
  extend(decoder.decode());
  if (open !== "" || overflown) yield cut();
}
