/** The value of a JSON text, or what stands in for it when the text is broken. */
export function parsedOr(text: string, fallback: unknown): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return fallback;
  }
}
