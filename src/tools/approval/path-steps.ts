import { writeVerdict } from "../../safety/paths.ts";
import type { Step } from "./policy.ts";
import { refused } from "./verdicts.ts";

const by = "rules";

export const deniedPathStep: Step = {
  name: "denied paths",
  decide: async ({ request, policy }) => {
    const verdict = writeVerdict(request.action, policy.filePaths ?? policy.paths);
    if (verdict.kind !== "denied") return null;
    return refused(request, { by, rule: verdict.rule, because: verdict.because, remedy: null });
  },
};

/** Under a sandbox nothing outside the workspace can be written, so nobody is asked whether it may. */
export const sandboxedPathStep: Step = {
  name: "sandbox",
  decide: async ({ request, policy }) => {
    if (policy.isolation !== "sandbox") return null;
    const verdict = writeVerdict(request.action, policy.filePaths ?? policy.paths);
    if (verdict.kind !== "consent" || verdict.rule !== "outside workspace") return null;
    return refused(request, { by, rule: verdict.rule, because: verdict.because, remedy: "--add-dir <folder>" });
  },
};
