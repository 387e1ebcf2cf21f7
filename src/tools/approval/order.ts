import type { ApprovalKind } from "../../domain/approval.ts";
import { grantedStep } from "./coverage.ts";
import { denyGlobsStep, floorStep, sudoStep } from "./floor-steps.ts";
import { containerStep, harmlessStep, planStep, yoloStep } from "./mode-steps.ts";
import { deniedPathStep, sandboxedPathStep } from "./path-steps.ts";
import type { ApproverPolicy, Step } from "./policy.ts";

const settled: readonly Step[] = [planStep, yoloStep, grantedStep, harmlessStep];

const onTheHost: readonly Step[] = [floorStep, sudoStep, denyGlobsStep, ...settled];
const inContainer: readonly Step[] = [denyGlobsStep, planStep, containerStep];

/** What the rules say before anybody is asked, step by step; the first that has an answer decides. */
export function rulesFor(kind: ApprovalKind, { isolation }: Pick<ApproverPolicy, "isolation">): readonly Step[] {
  switch (kind) {
    case "command":
      return isolation === "container" ? inContainer : onTheHost;
    case "write":
      return [deniedPathStep, sandboxedPathStep, ...settled];
    case "code":
    case "tool":
      return settled;
    case "memory": // wanted by somebody who wants to see every write: no flag is that person
      return [];
  }
}
