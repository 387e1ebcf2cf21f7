import type { ApprovalHooks, ApprovalPanel } from "../../domain/approval.ts";
import type { HookRunner } from "./hook-runner.ts";

type Around = { readonly sessionId: () => string; readonly platform: string };

/** pre_approval_request and post_approval_response; the panel is masked already. */
export function pluginApprovalHooks(runner: HookRunner, { sessionId, platform }: Around): ApprovalHooks {
  const about = ({ tool, action, concerns }: ApprovalPanel) => ({
    session_id: sessionId(),
    turn_id: "",
    platform,
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
