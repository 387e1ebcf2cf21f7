import { backoff } from "./backoff.ts";
import { exhausted } from "./exhausted.ts";
import { nonRetryable } from "./non-retryable.ts";
import { reconnect } from "./reconnect.ts";
import type { RecoveryStrategy } from "./strategy.ts";

/** Tried from top to bottom. The last one always applies, so every failure has an answer. */
export const strategies: readonly RecoveryStrategy[] = [reconnect, nonRetryable, exhausted, backoff];
