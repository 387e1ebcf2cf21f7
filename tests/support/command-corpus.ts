import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const folder = join(import.meta.dirname, "../fixtures/commands");
const Dangerous = z.object({ family: z.string(), commands: z.array(z.string()) });
const Benign = z.object({ work: z.string(), commands: z.array(z.string()) });

/** Commands of which every single one must be asked about, by family. */
export const dangerous = z.array(Dangerous).parse(readAll("dangerous"));

/** What building, testing, looking around and editing run every day. None of it should ask. */
export const benign = z.array(Benign).parse(readAll("benign"));

function readAll(name: string): readonly unknown[] {
  return readdirSync(join(folder, name))
    .toSorted()
    .map((file): unknown => JSON.parse(readFileSync(join(folder, name, file), "utf8")));
}
