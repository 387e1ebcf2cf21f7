import type { Clock } from "../../../domain/clock.ts";

export type WorkEnd =
  | { readonly kind: "done" }
  | { readonly kind: "failed"; readonly error: unknown }
  | { readonly kind: "late" }
  | { readonly kind: "stopped" };

type Limit = { readonly clock: Clock; readonly ms: number; readonly signal: AbortSignal };

/** Foreign work under a limit. It may throw, reject or never end; whatever it does after its time is nobody's matter. */
export async function within({ clock, ms, signal }: Limit, work: (signal: AbortSignal) => unknown): Promise<WorkEnd> {
  if (signal.aborted) return { kind: "stopped" };
  using deadline = clock.deadline(ms, signal);
  const over = new Promise<WorkEnd>((end) => {
    deadline.signal.addEventListener("abort", () => end({ kind: deadline.expired() ? "late" : "stopped" }), {
      once: true,
    });
  });
  const attempt = async (): Promise<WorkEnd> => {
    await work(deadline.signal);
    return { kind: "done" };
  };
  return await Promise.race([attempt().catch((error: unknown): WorkEnd => ({ kind: "failed", error })), over]);
}
