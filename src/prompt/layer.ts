import type { StoreSnapshot } from "../domain/memory.ts";

/** Gathered once, when a conversation starts. No layer reads a file, a clock or the environment itself. */
export type PromptInputs = {
  /** SOUL.md as the person wrote it, or null. */
  readonly soul: string | null;
  readonly systemMessage: string | null;
  /** What the agent wrote down earlier, about the world and about the person. */
  readonly memory: StoreSnapshot | null;
  readonly user: StoreSnapshot | null;
  readonly startedAtMs: number;
  readonly timezone: string;
  /** Only when the person asked to pass it on. */
  readonly sessionId: string | null;
  readonly model: string;
  readonly provider: string;
  readonly platform: string; // of the machine, such as "linux"
  readonly cwd: string;
  readonly shell: string;
  readonly hasTools: boolean;
};

/** One part of the cached system prompt: pure text, or null when it has nothing to say. */
export type PromptLayer = {
  readonly id: string;
  readonly render: (inputs: PromptInputs) => string | null;
};
