import { z } from "zod";
import type { PendingWrite, PendingWrites } from "../disk/pending-writes.ts";
import { createStagedWrites, type StagedWrites } from "../disk/staged-writes.ts";
import type { MemoryWrite } from "../domain/memory.ts";
import { readCall } from "./memory-call.ts";
import type { MemoryStores } from "./memory-stores.ts";
import { writeOf } from "./operation.ts";

const text = z.string().nullish();
const RawOperationSchema = z.object({ action: text, content: text, old_text: text });
const RawCallSchema = RawOperationSchema.extend({ target: text, operations: z.array(RawOperationSchema).nullish() });

/** Memory writes that wait for the person. An approved one is checked like a new one: stores, scan and limits. */
export function createStagedMemory(
  pending: PendingWrites,
  stores: MemoryStores,
  onWrite: (write: MemoryWrite) => void,
): StagedWrites {
  const write = async (row: PendingWrite): Promise<string | null> => {
    const raw = RawCallSchema.safeParse(row.arguments);
    const call = raw.success ? readCall(raw.data, stores) : { kind: "bad" as const, problem: "The file is damaged." };
    if (call.kind === "bad") return call.problem;
    const change = await stores.change(call.target, call.operations);
    if (change.kind === "refused") return change.message;
    for (const operation of change.done) onWrite(writeOf(operation, call.target));
    return null;
  };
  return createStagedWrites(pending, write);
}
