import { proveReadOnly } from "./proved-read-only.ts";
import type { Asked, Step } from "./policy.ts";
import { allowed, refused } from "./verdicts.ts";

/** Looked at before YOLO: whoever plans wants to see nothing changed. */
export const planStep: Step = {
  name: "plan mode",
  decide: async ({ request, policy }) => {
    if (policy.state.edits !== "plan") return null;
    const proof =
      request.kind === "command" ? await proveReadOnly(request.action, request.cwd, policy.paths) : { proved: false };
    if (proof.proved) return null;
    const because =
      request.kind === "command"
        ? "plan mode is on, and this command is not proved to only read"
        : "plan mode is on, and nothing may be changed";
    return refused(request, { by: "rules", rule: "plan-mode", because, remedy: "leaving plan mode with /plan off" });
  },
};

/** In a container nothing of the host can be reached. */
export const containerStep: Step = {
  name: "container",
  decide: async ({ policy }) => (policy.isolation === "container" ? allowed("rules", "container") : null),
};

export const yoloStep: Step = {
  name: "yolo",
  decide: async (asked) => {
    const { state } = asked.policy;
    if ((!state.yolo && state.mode !== "off") || (await asksEveryTime(asked))) return null;
    return allowed("rules", state.yolo ? "yolo" : "approvals.mode: off");
  },
};

async function asksEveryTime({ request, concerns }: Asked): Promise<boolean> {
  if (request.kind === "command") return false; // spares the detection: no rule for commands is of that kind
  return (await concerns()).some(({ ask }) => ask === "every-time");
}

export const harmlessStep: Step = {
  name: "nothing to ask about",
  decide: async ({ concerns }) => ((await concerns()).length === 0 ? allowed("rules", null) : null),
};
