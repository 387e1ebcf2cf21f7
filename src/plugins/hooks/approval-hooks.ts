import type { ApprovalHooks, ApprovalPanel } from "../../domain/approval.ts";
import { placeOf, type HookPlace } from "./hook-place.ts";
import type { HookRunner } from "./hook-runner.ts";

/** pre_approval_request and post_approval_response; the panel is masked already. */
export function pluginApprovalHooks(runner: HookRunner, place: HookPlace): ApprovalHooks {
  const about = ({ tool, action, concerns }: ApprovalPanel) => ({
    ...placeOf(place),
    tool,
    command: action,
    rule: concerns[0]?.rule ?? null,
  });
  return {
    name: "plugins",
    preApprovalRequest: (panel) => runner.tell("pre_approval_request", () => about(panel)),
    postApprovalResponse: (panel, answer) =>
      runner.tell("post_approval_response", () => ({ ...about(panel), choice: answer?.scope ?? null })),
  };
}
