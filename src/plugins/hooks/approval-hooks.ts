import type { ApprovalRequest, ApprovalVerdict } from "../../domain/approval.ts";
import type { HookRunner } from "./hook-runner.ts";

/** What whoever asks a person calls around the question. Both return at once and change nothing. */
export type ApprovalObserver = {
  readonly before: (request: ApprovalRequest, rule: string | null) => void;
  readonly after: (request: ApprovalRequest, verdict: ApprovalVerdict) => void;
};

type Around = {
  readonly sessionId: () => string;
  readonly platform: string;
  readonly redact: (text: string) => string;
};

/** pre_approval_request and post_approval_response, commands masked. */
export function pluginApprovalHooks(runner: HookRunner, { sessionId, platform, redact }: Around): ApprovalObserver {
  const about = ({ tool, action }: ApprovalRequest, rule: string | null) => ({
    session_id: sessionId(),
    turn_id: "",
    platform,
    tool,
    command: redact(action),
    rule,
  });
  return {
    before: (request, rule) => runner.tell("pre_approval_request", () => about(request, rule)),
    after: (request, verdict) =>
      runner.tell("post_approval_response", () => ({ ...about(request, verdict.rule), choice: verdict.decision })),
  };
}
