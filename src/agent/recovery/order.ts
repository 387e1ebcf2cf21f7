import { authFailover } from "./auth-failover.ts";
import { backoff } from "./backoff.ts";
import { compactionDisabled } from "./compaction-disabled.ts";
import { compressionLocked } from "./compression-locked.ts";
import { contextOverflow } from "./context-overflow.ts";
import { credentialRefresh } from "./credential-refresh.ts";
import { eagerFallback } from "./eager-fallback.ts";
import { encryptedReasoning } from "./encrypted-reasoning.ts";
import { exhausted } from "./exhausted.ts";
import { imageRejection } from "./image-rejection.ts";
import { invalidResponse } from "./invalid-response.ts";
import { longContextTier } from "./long-context-tier.ts";
import { nonRetryable } from "./non-retryable.ts";
import { outputCap } from "./output-cap.ts";
import { payloadTooLarge } from "./payload-too-large.ts";
import { pool } from "./pool.ts";
import { reconnect } from "./reconnect.ts";
import { secondWind } from "./second-wind.ts";
import type { RecoveryStrategy } from "./strategy.ts";
import { thinkingSignature } from "./thinking-signature.ts";

/** They mend the cause: the request is sent again at once and no attempt is counted. */
export const freeStrategies: readonly RecoveryStrategy[] = [
  imageRejection,
  pool,
  credentialRefresh,
  thinkingSignature,
  encryptedReasoning,
  reconnect,
];

/** They come after the attempt was counted. The last one always applies, so every failure has an answer. */
export const lastStrategies: readonly RecoveryStrategy[] = [
  compactionDisabled,
  longContextTier,
  outputCap,
  eagerFallback,
  authFailover,
  payloadTooLarge,
  contextOverflow,
  compressionLocked,
  invalidResponse,
  nonRetryable,
  secondWind,
  exhausted,
  backoff,
];
