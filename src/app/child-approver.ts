import type { Approver } from "../domain/approval.ts";

const by = "delegation.auto_approve";

/** Decides for children where nobody can be asked and the person wants their commands to run all the same. */
export const autoApproval: Approver = {
  name: by,
  decide: async ({ kind }) =>
    kind === "command"
      ? { decision: "allow", by, rule: by }
      : { decision: "deny", by, rule: by, reason: "Not done: only the user can allow this, and nobody is here." },
};
