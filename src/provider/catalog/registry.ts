import { renameSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { writeFileAtomic } from "../../disk/atomic-write.ts";
import { readBounded } from "../../disk/bounded-read.ts";
import { ensurePrivateFolder } from "../../disk/folders.ts";
import type { Prices } from "../../domain/cost.ts";

const ListedSchema = z.object({
  contextLength: z.number().int().min(1_024).max(10_000_000),
  maxOutput: z.number().int().positive().nullable(),
  vision: z.boolean(),
  prices: z
    .object({ input: z.number(), output: z.number(), cache_read: z.number(), cache_write: z.number() })
    .nullable(),
});
/** One model as its provider offers it. */
export type ListedModel = Readonly<z.infer<typeof ListedSchema>> & { readonly prices: Prices | null };

const FileSchema = z.object({
  asOf: z.string(), // a day
  etag: z.string().nullable(),
  providers: z.record(z.string(), z.record(z.string(), ListedSchema)),
});
export type RegistryFile = Readonly<z.infer<typeof FileSchema>>;

const longestBytes = 20_000_000;

function pathIn(home: string): string {
  return join(home, "cache", "model-registry.json");
}

/** What `hermes models refresh` brought; null where it never ran. A damaged file is put aside and counts as none. */
export function readRegistry(home: string): RegistryFile | null {
  const path = pathIn(home);
  const file = readBounded(path, longestBytes);
  if (file.kind !== "read") return null;
  try {
    return FileSchema.parse(JSON.parse(file.bytes.toString("utf8")));
  } catch {
    renameSync(path, `${path}.corrupt`);
    return null;
  }
}

export function writeRegistry(home: string, file: RegistryFile): void {
  ensurePrivateFolder(join(home, "cache"));
  writeFileAtomic(pathIn(home), JSON.stringify(file));
}

/** Looks once, and only when something is asked. */
export function registryOf(home: string): (provider: string, model: string) => ListedModel | null {
  let file: RegistryFile | null | undefined;
  return (provider, model) => {
    file ??= readRegistry(home);
    return file?.providers[provider]?.[model] ?? null;
  };
}
