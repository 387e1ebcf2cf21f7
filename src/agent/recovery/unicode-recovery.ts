import { agentPhrases as say } from "../../text/phrases/agent.ts";
import type { RecoveryContext, RecoveryStrategy } from "./strategy.ts";

const namesBadText = [
  "surrogate",
  "invalid unicode",
  "unsupported unicode",
  "invalid utf-8",
  "invalid utf8",
  "not valid utf-8",
  "'utf-8' codec",
  "control character",
];

/** Characters the endpoint cannot read are replaced on the wire; those no header can carry are left out of it. */
export const unicodeRecovery: RecoveryStrategy = {
  name: "unicode-recovery",
  limit: { uses: 2, per: "turn" },
  appliesTo: (context) => isHeaderTrouble(context) || isTextTrouble(context),
  apply: async (context) => {
    const { turn, deps } = context;
    if (isHeaderTrouble(context)) {
      turn.latches.headersScrubbed = true;
      const source = deps.runtime.active.credential?.source ?? null;
      deps.emit({ type: "notice.given", level: "warning", text: say.headersScrubbed(source) });
    } else {
      turn.latches.textScrubbed = true;
    }
    return { kind: "retryNow" };
  },
};

function isHeaderTrouble({ failure, turn }: RecoveryContext): boolean {
  return failure.code === "ERR_INVALID_CHAR" && !turn.latches.headersScrubbed;
}

function isTextTrouble({ failure: { status, text }, turn }: RecoveryContext): boolean {
  return status === 400 && !turn.latches.textScrubbed && namesBadText.some((words) => text.includes(words));
}
