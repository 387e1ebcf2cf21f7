import { join } from "node:path";
import { writeFileAtomic } from "../../disk/atomic-write.ts";
import { ensurePrivateFolder } from "../../disk/folders.ts";
import { type Clock, type Rng, secondsOf } from "../../domain/clock.ts";
import type { ManageInput } from "./manage-call.ts";

/** Lays a write aside until a person approves it, with its exact arguments. Returns its id. */
export function stageWrite(
  input: ManageInput,
  origin: string,
  { home, clock, rng }: { readonly home: string; readonly clock: Clock; readonly rng: Rng },
): string {
  const folder = join(home, "pending", "skills");
  const id = rng.hex(8);
  const row = {
    id,
    subsystem: "skills",
    action: input.action,
    summary: `${input.action} ${input.name}`,
    origin,
    created_at: secondsOf(clock),
    arguments: input,
  };
  ensurePrivateFolder(folder);
  writeFileAtomic(join(folder, `${id}.json`), `${JSON.stringify(row, null, 2)}\n`);
  return id;
}
