import type { MemoryTarget } from "../domain/memory.ts";
import type { MemoryStores } from "./memory-stores.ts";
import { type Operation, type RawOperation, readOperation, shown } from "./operation.ts";

export type RawCall = RawOperation & {
  readonly target?: string | null | undefined;
  readonly operations?: readonly RawOperation[] | null | undefined;
};

/** A call of the memory tool whose arguments make sense, or what is wrong with them. */
export type MemoryCall =
  | {
      readonly kind: "call";
      readonly target: MemoryTarget;
      readonly operations: readonly Operation[];
      readonly isBatch: boolean;
      /** As they came, to be kept where the call has to wait for a person. */
      readonly raw: RawCall;
    }
  | { readonly kind: "bad"; readonly problem: string; readonly details: Readonly<Record<string, unknown>> };

export function readCall(raw: RawCall, { targets, listed }: Pick<MemoryStores, "targets" | "listed">): MemoryCall {
  const wanted = raw.target ?? "memory";
  const target = targets.find((known) => known === wanted);
  if (target === undefined) {
    return bad(`Target ${shown(wanted)} is not available; allowed: ${targets.join(", ")}.`);
  }
  const isBatch = raw.operations !== undefined && raw.operations !== null;
  const given: readonly RawOperation[] = raw.operations ?? [raw];
  if (given.length === 0) return bad("operations is empty; nothing was changed.");
  const operations: Operation[] = [];
  for (const [index, item] of given.entries()) {
    const read = readOperation(item);
    if (read.kind === "bad") {
      const problem = isBatch ? `Operation ${index + 1}: ${read.problem}` : read.problem;
      return bad(problem, read.needsOldText ? { current_entries: listed(target) } : {});
    }
    operations.push(read.operation);
  }
  return { kind: "call", target, operations, isBatch, raw };
}

function bad(problem: string, details: Readonly<Record<string, unknown>> = {}): MemoryCall {
  return { kind: "bad", problem, details };
}
