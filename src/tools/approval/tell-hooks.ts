import type { ApprovalHooks } from "../../domain/approval.ts";
import type { ApproverPolicy } from "./policy.ts";

/** Those who watch hear of it; what goes wrong with them is theirs. */
export function tell(
  { hooks, log }: Pick<ApproverPolicy, "hooks" | "log">,
  what: keyof Omit<ApprovalHooks, "name">,
  call: (hooks: ApprovalHooks) => void,
): void {
  for (const each of hooks) {
    try {
      call(each);
    } catch (error) {
      log("warning", "hook.failed", { hook: each.name, what, error: String(error) });
    }
  }
}
