import { backoff } from "./backoff.ts";
import { encryptedReasoning } from "./encrypted-reasoning.ts";
import { exhausted } from "./exhausted.ts";
import { imageRejection } from "./image-rejection.ts";
import { nonRetryable } from "./non-retryable.ts";
import { overflow } from "./overflow.ts";
import { reconnect } from "./reconnect.ts";
import type { RecoveryStrategy } from "./strategy.ts";
import { thinkingSignature } from "./thinking-signature.ts";

/** They mend the cause: the request is sent again at once and no attempt is counted. */
export const freeStrategies: readonly RecoveryStrategy[] = [
  imageRejection,
  thinkingSignature,
  encryptedReasoning,
  reconnect,
];

/** They come after the attempt was counted. The last one always applies, so every failure has an answer. */
export const lastStrategies: readonly RecoveryStrategy[] = [overflow, nonRetryable, exhausted, backoff];
