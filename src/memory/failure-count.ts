import type { Change } from "./change-file.ts";

/** True from the fourth failed consolidation in a row on: trying again has become a habit. */
export type FailureCount = { readonly note: (change: Change, turnId: string) => boolean };

const tooMany = 4;

export function createFailureCount(): FailureCount {
  let turn = "";
  let failed = 0;
  return {
    note: (change, turnId) => {
      if (turnId !== turn || change.kind === "changed") failed = 0;
      turn = turnId;
      if (change.kind === "refused" && (change.why === "limit" || change.why === "no_match")) failed += 1;
      else return false;
      return failed >= tooMany;
    },
  };
}
