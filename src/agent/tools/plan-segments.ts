import { sep } from "node:path";
import type { Tool } from "../../domain/tool.ts";

/** All the planner knows about a call. No class: it cannot run, and nothing runs beside it. */
export type Lane = {
  readonly concurrency: Tool["concurrency"] | null;
  /** Canonical; null where the call named none. */
  readonly places: readonly string[] | null;
};

/** How many of the calls in front may run at the same time; one means alone. Later ones wait for their own segment. */
export function segmentLength(lanes: readonly Lane[]): number {
  const together: Lane[] = [];
  for (const lane of lanes) {
    if (!mayShare(lane) || together.some((other) => collide(lane, other))) break;
    together.push(lane);
  }
  return Math.max(together.length, Math.min(1, lanes.length));
}

function mayShare({ concurrency, places }: Lane): boolean {
  if (concurrency === "free") return true;
  return (concurrency === "path-read" || concurrency === "path-write") && places !== null && places.length > 0;
}

function collide(a: Lane, b: Lane): boolean {
  if (a.concurrency !== "path-write" && b.concurrency !== "path-write") return false;
  return (a.places ?? []).some((one) => (b.places ?? []).some((other) => contains(one, other) || contains(other, one)));
}

function contains(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
