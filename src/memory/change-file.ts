import type { StillHeld } from "../disk/file-lock.ts";
import type { InjectionScan } from "../domain/injection-scan.ts";
import { charsIn } from "../text/code-points.ts";
import { applyOperations, type Applied, type StoreRules } from "./apply-operations.ts";
import { joinEntries, parseEntries, sizeOf, usageText } from "./entries.ts";
import type { Operation } from "./operation.ts";
import { poisonIn } from "./poisoned.ts";
import { backUp, readStoreFile, writeStoreFile } from "./store-file.ts";

/** What came of a change. `done` are the operations that changed something; none: the file was not touched. */
export type Change =
  | {
      readonly kind: "changed";
      readonly done: readonly Operation[];
      readonly entryCount: number;
      readonly usage: string;
    }
  | {
      readonly kind: "refused";
      readonly why:
        | Extract<Applied, { kind: "refused" }>["why"]
        | "poisoned"
        | "drift"
        | "unreadable"
        | "busy"
        | "disk"
        | "disabled";
      readonly operation: number | null;
      readonly message: string;
      readonly details: Readonly<Record<string, unknown>>;
    };

type Surroundings = StoreRules & { readonly nowMs: number; readonly stillHeld: StillHeld };

/** Under the lock. One read serves parsing and the drift check alike. */
export function changeFile(path: string, operations: readonly Operation[], around: Surroundings): Change {
  const file = readStoreFile(path);
  if (file.kind === "unreadable") return unreadable(path, file.why);
  const before = parseEntries(file.text);
  const isPlainAdd = operations.length === 1 && operations[0]?.action === "add"; // keeps all that is there
  if (!isPlainAdd && before.some((entry) => charsIn(entry) > around.limit)) {
    return drifted(path, backUp(path, file.bytes, around.nowMs), around.limit);
  }
  const applied = applyOperations(before, operations, around);
  if (applied.kind === "refused") return applied;
  const { entries, done } = applied;
  if (done.length > 0) {
    if (!around.stillHeld()) return lockLost;
    writeStoreFile(path, joinEntries(entries));
  }
  return { kind: "changed", done, entryCount: entries.length, usage: usageText(sizeOf(entries), around.limit) };
}

/** Looked for before the file is touched at all. */
export function poisonedOperation(operations: readonly Operation[], scan: InjectionScan): Change | null {
  for (const [index, operation] of operations.entries()) {
    const poison = operation.action === "remove" ? null : poisonIn(operation.content, scan);
    if (poison === null) continue;
    const message = `Refused: the text looks like a prompt injection or a leak (${poison.split(", ")[0]}). Nothing was written.`;
    return refused("poisoned", message, index + 1);
  }
  return null;
}

function unreadable(path: string, why: string): Change {
  return refused("unreadable", `${path} cannot be read (${why}), so it was left as it is. Tell the user.`);
}

function drifted(path: string, backup: string, limit: number): Change {
  const message =
    `${path} was edited outside: one entry is longer than the whole store may be (${limit} chars). Nothing was changed; ` +
    `a copy is in ${backup}. Tell the user to split or shorten that entry; until then only add works.`;
  return refused("drift", message);
}

function refused(
  why: "poisoned" | "drift" | "unreadable" | "busy",
  message: string,
  operation: number | null = null,
): Change {
  return { kind: "refused", why, operation, message, details: {} };
}

const lockLost = refused("busy", "Another process took over the memory file. Nothing was changed.");
