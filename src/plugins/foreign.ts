/** What came out of somebody else's code. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

export function isFunction(value: unknown): value is (...args: readonly unknown[]) => unknown {
  return typeof value === "function";
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}
