/** The first character that is no white space, and a body that still begins with it. */
export async function sniff(
  bytes: AsyncIterable<Uint8Array>,
): Promise<{ readonly first: string; readonly body: AsyncIterable<Uint8Array> }> {
  const iterator = bytes[Symbol.asyncIterator]();
  const seen: Uint8Array[] = [];
  for (;;) {
    const next = await iterator.next();
    if (next.done === true) return { first: "", body: joined(seen, iterator) };
    seen.push(next.value);
    const [first] = new TextDecoder().decode(next.value).trimStart();
    if (first !== undefined) return { first, body: joined(seen, iterator) };
  }
}

async function* joined(seen: readonly Uint8Array[], rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* seen;
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}
