/** What came out of somebody else's code. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

export function isFunction(value: unknown): value is (...args: readonly unknown[]) => unknown {
  return typeof value === "function";
}
