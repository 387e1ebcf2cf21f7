import { join } from "node:path";
import { z } from "zod";
import { writeFileAtomic } from "../../disk/atomic-write.ts";
import { readBounded } from "../../disk/bounded-read.ts";
import { ensurePrivateFolder } from "../../disk/folders.ts";
import type { Clock } from "../../domain/clock.ts";
import type { Log } from "../../domain/log.ts";
import type { RuntimeName } from "../../domain/runtime.ts";

const FileSchema = z.object({
  /** By `model@address`: the window a provider named when it refused a request. */
  windows: z.record(z.string(), z.object({ tokens: z.int().positive(), at_ms: z.number() })).default({}),
  /** By `model@address`: the window a server of one's own gives a model; null where it does not say. */
  served: z.record(z.string(), z.object({ tokens: z.int().positive().nullable(), at_ms: z.number() })).default({}),
  /** By `provider/model`: how far real counts lie from our estimate. */
  factors: z.record(z.string(), z.number().min(0.5).max(2)).default({}),
});
type Learned = z.infer<typeof FileSchema>;

/** What providers taught us about their models. It outlives the process: a lesson is paid for once. */
export type ModelMemory = {
  readonly windows: {
    readonly get: (key: string) => number | undefined;
    readonly set: (key: string, tokens: number) => void;
  };
  /** undefined: never asked. */
  readonly served: {
    readonly get: (key: string) => number | null | undefined;
    readonly set: (key: string, tokens: number | null) => void;
  };
  readonly factors: {
    readonly get: (runtime: RuntimeName) => number;
    readonly set: (runtime: RuntimeName, factor: number) => void;
  };
  /** Writes what is new. Factors wait for it: they change with every reply. */
  readonly save: () => void;
};

const longestBytes = 1_000_000;
const keptMs = 30 * 24 * 3_600_000;

export function createModelMemory({ home, clock, log }: { home: string; clock: Clock; log: Log }): ModelMemory {
  const path = join(home, "cache", "model-memory.json");
  const known = read(path);
  let fresh: Learned = nothing();
  const save = (): void => {
    if (Object.values(fresh).every((lessons) => Object.keys(lessons).length === 0)) return;
    const now = read(path); // others may have learned something else meanwhile
    const merged = {
      windows: { ...now.windows, ...fresh.windows },
      served: { ...now.served, ...fresh.served },
      factors: { ...now.factors, ...fresh.factors },
    };
    fresh = nothing();
    try {
      ensurePrivateFolder(join(home, "cache"));
      writeFileAtomic(path, JSON.stringify(merged));
    } catch (error) {
      log("warning", "models.unsaved", { error: String(error) }); // learned again the next time
    }
  };
  return {
    windows: {
      get: (key) => {
        const window = known.windows[key];
        return window !== undefined && clock.now() - window.at_ms < keptMs ? window.tokens : undefined;
      },
      set: (key, tokens) => {
        known.windows[key] = fresh.windows[key] = { tokens, at_ms: clock.now() };
        save(); // before the request is sent again
      },
    },
    served: {
      get: (key) => {
        const window = known.served[key];
        return window !== undefined && clock.now() - window.at_ms < keptMs ? window.tokens : undefined;
      },
      set: (key, tokens) => {
        const isNews = known.served[key]?.tokens !== tokens;
        known.served[key] = fresh.served[key] = { tokens, at_ms: clock.now() };
        if (isNews) save();
      },
    },
    factors: {
      get: (runtime) => known.factors[nameOf(runtime)] ?? 1,
      set: (runtime, factor) => {
        known.factors[nameOf(runtime)] = fresh.factors[nameOf(runtime)] = factor;
      },
    },
    save,
  };
}

function nothing(): Learned {
  return { windows: {}, served: {}, factors: {} };
}

/** How windows are filed. */
export function windowKey(model: string, baseUrl: string): string {
  return `${model}@${baseUrl}`;
}

function nameOf({ provider, model }: RuntimeName): string {
  return `${provider}/${model}`;
}

function read(path: string): Learned {
  try {
    const file = readBounded(path, longestBytes);
    return FileSchema.parse(file.kind === "read" ? JSON.parse(file.bytes.toString("utf8")) : {});
  } catch {
    return nothing(); // missing or damaged: learned anew
  }
}
