import { z } from "zod";
import type { Clock } from "../../domain/clock.ts";
import type { Routes } from "../../domain/gateway-ledger.ts";

const StartsSchema = z.array(z.number());
const [place, note] = ["gateway", "starts"];
const mostStarts = 3;
const withinMs = 60_000;

/** False: it was started too often in a short time. What it would go on with may be what keeps ending it. */
export async function mayContinue(routes: Pick<Routes, "note" | "setNote">, clock: Clock): Promise<boolean> {
  const now = clock.now();
  const recent = [...startsIn(routes.note(place, note)), now].filter((at) => at > now - withinMs);
  await routes.setNote(place, note, JSON.stringify(recent.slice(-mostStarts)));
  return recent.length < mostStarts;
}

function startsIn(written: string | null): readonly number[] {
  try {
    return StartsSchema.parse(JSON.parse(written ?? "[]"));
  } catch {
    return []; // unreadable: the count begins anew
  }
}
