import type { Clock } from "../domain/clock.ts";
import { noLatches, type ModelClient } from "../domain/model-client.ts";
import type { Runtime } from "../domain/runtime.ts";

type Answer =
  | { readonly kind: "answered"; readonly tookMs: number }
  | { readonly kind: "failed"; readonly message: string; readonly isKey: boolean };

/** The cheapest request that proves a model answers. */
export async function tinyQuestion(
  client: ModelClient,
  runtime: Runtime,
  clock: Clock,
  signal: AbortSignal,
): Promise<Answer> {
  const startedMs = clock.now();
  const outcome = await client.call(
    {
      runtime,
      system: [],
      messages: [{ role: "user", content: "Answer with the word ok." }],
      turnStart: 0,
      tools: [],
      cache: { strategy: "off", ttl: "5m", systemTtl: "5m", tail: null, key: null },
      maxTokens: 64,
      reasoning: null,
      latches: noLatches,
      overrides: {},
      contextTokens: 0,
    },
    () => undefined,
    signal,
  );
  if (outcome.kind === "reply") return { kind: "answered", tookMs: clock.now() - startedMs };
  if (outcome.kind !== "failed") return { kind: "failed", message: "stopped", isKey: false };
  const { message, kind } = outcome.failure;
  return { kind: "failed", message, isKey: kind === "auth" };
}
