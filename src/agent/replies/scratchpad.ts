import { agentPhrases as say } from "../../text/phrases/agent.ts";
import { ending } from "../ending.ts";
import type { ReplyCheck } from "./reply-check.ts";

const mostRepeats = 2;
const opened = /<REASONING_SCRATCHPAD>/i;
const closed = /<\/REASONING_SCRATCHPAD>/i;

/** A scratchpad that was opened and never closed holds the whole answer back. */
export const scratchpad: ReplyCheck = ({ content, finish_reason: finish }, { counts }) => {
  if (finish === "content_filter" || !opened.test(content) || closed.test(content)) {
    counts.incompleteScratchpad = 0;
    return { kind: "pass" };
  }
  if (counts.incompleteScratchpad < mostRepeats) {
    counts.incompleteScratchpad += 1;
    return { kind: "repeat", waitMs: 0 };
  }
  const parts = { text: say.scratchpadOpen, error: "scratchpad" };
  return { kind: "ended", ending: ending("incomplete_scratchpad", parts) };
};
