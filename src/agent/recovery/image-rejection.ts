import { agentPhrases as say } from "../../text/phrases/agent.ts";
import type { RecoveryStrategy } from "./strategy.ts";

const unsupported = [
  "does not support image",
  "does not support multimodal",
  "does not support vision",
  "image content is not supported",
  "image_url is not supported",
  "multimodal is not supported",
  "multimodal content is not supported",
  "multimodal input is not supported",
  "no endpoints found that support image input",
  "only 'text' content type is supported",
  "unknown variant `image_url`, expected `text`",
  "vision is not supported",
  "vision input is not supported",
];

/** The model cannot see: the turn goes on without its pictures, and the person is told. */
export const imageRejection: RecoveryStrategy = {
  name: "image-rejection",
  limit: { uses: 1, per: "turn" },
  appliesTo: ({ failure: { status, text } }) =>
    status !== null && status >= 400 && status < 500 && unsupported.some((words) => text.includes(words)),
  apply: async ({ turn, deps }) => {
    turn.latches.imagesDisabled = true;
    deps.emit({ type: "notice.given", level: "warning", text: say.imagesLeftOut });
    return { kind: "retryNow" };
  },
};
