import type { ExitReason } from "./exit.ts";
import type { ToolSchema } from "./model-client.ts";

/** A conversation up to the end of one turn, in the ShareGPT form that training tools read. */
export type Trajectory = {
  readonly id: string; // of the turn
  readonly session_id: string;
  readonly timestamp: number;
  readonly model: string;
  readonly provider: string;
  readonly completed: boolean;
  readonly exit_reason: ExitReason;
  readonly tools: readonly ToolSchema[];
  readonly conversations: readonly Saying[];
};

export type Saying = { readonly from: "system" | "human" | "gpt" | "tool"; readonly value: string };

/** Keeps a trajectory, or rejects; the turn goes on without it. */
export type SaveTrajectory = (trajectory: Trajectory) => Promise<void>;
