/** Silence that only the signal ends, by its reason. */
export function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(reasonOf(signal));
    else signal.addEventListener("abort", () => reject(reasonOf(signal)), { once: true });
  });
}

function reasonOf(signal: AbortSignal): Error {
  return signal.reason instanceof Error ? signal.reason : new DOMException("Aborted", "AbortError");
}
