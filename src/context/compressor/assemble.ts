import type { Message } from "../../domain/message.ts";
import type { IdOf } from "./prune.ts";
import type { Plan } from "./plan.ts";
import { pressTail } from "./pressure.ts";
import { repairPairs } from "./repair-pairs.ts";
import { withSummary, type Written } from "./summary-message.ts";
import { tidyTail } from "./tidy-tail.ts";

export type Assembled = {
  readonly messages: readonly Message[];
  /** Results of the tail that became lines. */
  readonly pressed: number;
  /** Broken pairs that had to be mended: each is somebody's bug. */
  readonly defects: number;
};

type Pressure = { readonly softTokens: number; readonly weigh: (message: Message) => number; readonly idOf: IdOf };

/** Head, summary and tail as one list that can be sent. */
export function assemble(plan: Plan, written: Written, pressure: Pressure | null): Assembled {
  const { tail, pruned } =
    pressure === null
      ? { tail: plan.tail, pruned: 0 }
      : pressTail(plan.tail, pressure.softTokens, pressure.weigh, pressure.idOf);
  const behind = withSummary(tidyTail(tail), written, plan.placement.as);
  const { messages, defects } = repairPairs([...plan.head, ...behind]);
  return { messages, pressed: pruned, defects };
}
