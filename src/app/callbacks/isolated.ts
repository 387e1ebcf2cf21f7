import type { Log } from "../../domain/log.ts";

/** The callback without its exceptions: they are logged, whether thrown at once or by a promise it returned. */
export function isolated<Args extends readonly unknown[]>(
  name: string,
  callback: (...args: Args) => unknown,
  log: Log,
): (...args: Args) => void {
  const failed = (error: unknown): void => log("warning", "callback.failed", { callback: name, error: String(error) });
  return (...args) => {
    try {
      const returned = callback(...args);
      if (returned instanceof Promise) returned.catch(failed);
    } catch (error) {
      failed(error);
    }
  };
}
