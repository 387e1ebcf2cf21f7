import { emptyReply } from "./empty-reply.ts";
import { invalidJson } from "./invalid-json.ts";
import { filteredStub, refusal } from "./refusal.ts";
import type { Checked, ReplyCheck } from "./reply-check.ts";
import { truncatedCall } from "./truncated-call.ts";

const checks: readonly ReplyCheck[] = [refusal, filteredStub, truncatedCall, invalidJson, emptyReply];

/** The first check that objects decides. */
export function checkReply(...reply: Parameters<ReplyCheck>): Checked {
  for (const check of checks) {
    const checked = check(...reply);
    if (checked.kind !== "pass") return checked;
  }
  return { kind: "pass" };
}
