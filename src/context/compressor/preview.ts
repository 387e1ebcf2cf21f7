import type { CompressionPreview, CompressionRequest } from "../../domain/context-engine.ts";
import type { Summariser } from "../../domain/summariser.ts";
import { regionIn } from "./endings.ts";
import type { CompressorSettings, Numbers } from "./numbers.ts";
import { planCompression } from "./plan.ts";
import { pathsFor } from "./summary-request.ts";
import type { Scales } from "./weigh.ts";

type Frame = {
  readonly numbers: Numbers;
  readonly protectLast: number;
  readonly scales: Scales;
  readonly summariser: Summariser;
  readonly settings: CompressorSettings;
};

/** What a run would replace and whom it would ask; nobody is asked and nothing changes. */
export function previewOf(request: CompressionRequest, frame: Frame): CompressionPreview | null {
  const { scales, summariser, settings } = frame;
  const plan = planCompression(request, { numbers: frame.numbers, protectLast: frame.protectLast, scales });
  if (plan === null) return null;
  const [path = "none"] = pathsFor({ plan, request, summariser, settings, isStuck: false });
  return {
    region: regionIn(plan, request.messages.length),
    headTokens: scales.list(plan.head),
    middleTokens: scales.list(plan.middle),
    tailTokens: scales.list(plan.tail),
    summaryBudget: plan.budget,
    path,
  };
}
