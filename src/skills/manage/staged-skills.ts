import type { PendingWrite, PendingWrites } from "../../disk/pending-writes.ts";
import { createStagedWrites, type StagedWrites } from "../../disk/staged-writes.ts";
import { ManageInputSchema, readManageCall } from "./manage-call.ts";
import { carryOut, planManage, type ManageDeps, type ManagePlan } from "./perform.ts";

/** Skill writes that wait for the person. An approved one is planned and checked like a new one. */
export function createStagedSkills(pending: PendingWrites, deps: ManageDeps): StagedWrites {
  return createStagedWrites(pending, async (row) => {
    const outcome = carryOut(await planStaged(row, deps), deps);
    return outcome.kind === "error" ? outcome.message : null;
  });
}

/** What a staged write would change now. */
export async function planStaged(row: PendingWrite, { library }: Pick<ManageDeps, "library">): Promise<ManagePlan> {
  const input = ManageInputSchema.safeParse(row.arguments);
  if (!input.success) return { kind: "problem", message: "The file is damaged." };
  const reading = readManageCall(input.data);
  if (reading.kind === "problem") return reading;
  await library.yaml.load();
  return planManage(reading.call, library);
}
