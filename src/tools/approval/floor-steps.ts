import { forbiddenBy } from "./command-globs.ts";
import { guessesPassword } from "./guessed-password.ts";
import { hardFloor } from "./hard-floor.ts";
import type { Step } from "./policy.ts";
import { refused } from "./verdicts.ts";

const by = "rules";

/** What no flag, setting or person lifts. A text too long to be looked at is kept as a script instead of being lost. */
export const floorStep: Step = {
  name: "hard floor",
  decide: async ({ request, policy }) => {
    const hit = await hardFloor(request.action, request.cwd, policy.paths.userHome);
    if (hit === null) return null;
    if (hit.rule !== "parser-limit") {
      return refused(request, { by, rule: hit.rule, because: hit.description, remedy: null });
    }
    const path = policy.saveScript(request.action);
    const reason = `Not run (rule ${hit.rule}): the command is too long to be checked. Its text was saved to ${path}; run that file with the shell instead.`;
    return { decision: "deny", by, rule: hit.rule, reason };
  },
};

export const sudoStep: Step = {
  name: "sudo password",
  decide: async ({ request, policy }) => {
    if (policy.hasSudoPassword() || !(await guessesPassword(request.action))) return null;
    const because = "sudo would read a guessed password, and no SUDO_PASSWORD is configured";
    return refused(request, { by, rule: "sudo-password", because, remedy: null });
  },
};

export const denyGlobsStep: Step = {
  name: "approvals.deny",
  decide: async ({ request, policy }) => {
    const glob = await forbiddenBy(request.action, policy.deny);
    if (glob === null) return null;
    const because = `the user's rule "${glob}" forbids it`;
    return refused(request, { by, rule: "approvals.deny", because, remedy: null });
  },
};
