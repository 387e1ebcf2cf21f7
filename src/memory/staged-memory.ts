import { z } from "zod";
import type { MemoryWrite } from "../domain/memory.ts";
import { readCall } from "./memory-call.ts";
import type { MemoryStores } from "./memory-stores.ts";
import { writeOf } from "./operation.ts";
import type { PendingWrite, PendingWrites } from "./pending-writes.ts";

/** Memory writes that wait for the person. An approved one is checked like a new one: stores, scan and limits. */
export type StagedMemory = {
  readonly list: () => readonly PendingWrite[];
  /** An id, or "all". What could not be written stays. */
  readonly approve: (which: string) => Promise<readonly StagedOutcome[]>;
  /** Returns the ids that are gone. */
  readonly reject: (which: string) => readonly string[];
};

type StagedOutcome = { readonly id: string; readonly written: boolean; readonly problem: string | null };

const text = z.string().nullish();
const RawOperationSchema = z.object({ action: text, content: text, old_text: text });
const RawCallSchema = RawOperationSchema.extend({ target: text, operations: z.array(RawOperationSchema).nullish() });

export function createStagedMemory(
  pending: PendingWrites,
  stores: MemoryStores,
  onWrite: (write: MemoryWrite) => void,
): StagedMemory {
  const chosen = (which: string): readonly PendingWrite[] =>
    pending.list().filter(({ id }) => which === "all" || id === which);
  const write = async (row: PendingWrite): Promise<string | null> => {
    const raw = RawCallSchema.safeParse(row.arguments);
    const call = raw.success ? readCall(raw.data, stores) : { kind: "bad" as const, problem: "The file is damaged." };
    if (call.kind === "bad") return call.problem;
    const change = await stores.change(call.target, call.operations);
    if (change.kind === "refused") return change.message;
    for (const operation of change.done) onWrite(writeOf(operation, call.target));
    return null;
  };
  return {
    list: pending.list,
    approve: async (which) => {
      const outcomes: StagedOutcome[] = [];
      for (const row of chosen(which)) {
        const problem = await write(row);
        if (problem === null) pending.drop(row.id);
        outcomes.push({ id: row.id, written: problem === null, problem });
      }
      return outcomes;
    },
    reject: (which) =>
      chosen(which).map(({ id }) => {
        pending.drop(id);
        return id;
      }),
  };
}
