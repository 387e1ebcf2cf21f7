import { foundation } from "./0001-foundation.ts";
import { prefixIndex } from "./0002-prefix-index.ts";
import { unindexed } from "./0003-unindexed.ts";
import { compressionState } from "./0004-compression-state.ts";
import { cacheBreaks } from "./0005-cache-breaks.ts";
import { figures } from "./0006-figures.ts";
import { datedCosts } from "./0007-dated-costs.ts";
import { gateway } from "./0008-gateway.ts";
import type { Migration } from "./migration.ts";

export const migrations: readonly Migration[] = [
  foundation,
  prefixIndex,
  unindexed,
  compressionState,
  cacheBreaks,
  figures,
  datedCosts,
  gateway,
];
