import type { ImageLimits } from "../../domain/image-shrinker.ts";
import { agentPhrases as say } from "../../text/phrases/agent.ts";
import type { RecoveryStrategy } from "./strategy.ts";

const name = "image-shrink";
const maxChars = 4 * 1_048_576;
const usualSide = 8_000;

/** Images larger than the endpoint takes are sent smaller from now on; history keeps them as they came. */
export const imageShrink: RecoveryStrategy = {
  name,
  limit: { uses: 1, per: "request" },
  appliesTo: ({ failure }) => failure.kind === "image_too_large",
  apply: async ({ failure, request, turn, deps }) => {
    request.recoveries.set(name, 1); // also when it cannot help: the same images would only be looked at again
    const { images } = deps.runtime;
    const { shrunk, reasons } = await images.shrink(
      turn.history,
      limitsIn(failure.text),
      deps.shrinkImage,
      turn.signal,
    );
    for (const reason of reasons) deps.emit({ type: "notice.given", level: "warning", text: reason });
    if (shrunk === 0) return { kind: "next" };
    deps.emit({ type: "notice.given", level: "info", text: say.imagesShrunk(shrunk) });
    return { kind: "retryNow" };
  },
};

/** "image dimensions exceed max allowed size for many-image requests: 2000 pixels" */
function limitsIn(text: string): ImageLimits {
  const stated = Number(/(\d{3,5}) ?(?:px|pixels)/.exec(text)?.[1]);
  return { maxChars, maxSide: Number.isFinite(stated) ? stated : usualSide };
}
