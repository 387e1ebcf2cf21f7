import type { AuxiliaryTask } from "../../domain/auxiliary.ts";
import type { ApiMode } from "../../domain/runtime.ts";
import type { FallbackEntry } from "../fallback/entries.ts";

/** `auxiliary.<task>`. "" and "auto" mean: not said. */
export type TaskSettings = {
  readonly provider: string;
  readonly model: string;
  readonly base_url: string;
  readonly api_key: string;
  readonly key_env: string;
  readonly api_mode: ApiMode | "auto";
  /** Seconds. */
  readonly timeout: number;
  readonly extra_body: Readonly<Record<string, unknown>>;
  readonly reasoning_effort: string;
  readonly max_concurrency?: number | undefined;
  readonly fallback_chain: readonly TaskEntry[];
};

type TaskEntry = FallbackEntry & { readonly timeout?: number | undefined };

export type AuxiliarySettings = Readonly<Record<AuxiliaryTask, TaskSettings>> & { readonly transient_retries: number };

const compressionFloorMs = 300_000;
const compressionContext = 64_000;

/** How long one request may take: what the caller says, else the task; a summary is given at least five minutes. */
export function timeoutMs(task: AuxiliaryTask, { timeout }: TaskSettings, asked: number | undefined): number {
  if (asked !== undefined) return asked;
  return Math.max(timeout * 1_000, task === "compression" ? compressionFloorMs : 0);
}

/** A summary needs a model that can read what is to be summarised. */
export function leastContext(task: AuxiliaryTask): number {
  return task === "compression" ? compressionContext : 0;
}
