import type { DoctorWorld } from "./world.ts";

type Status = "ok" | "warning" | "failed";

export type Finding = { readonly status: Status; readonly detail: string };

/** One thing that can be wrong, looked at on its own. A check that throws has failed; the others go on. */
export type Check = {
  readonly id: string;
  readonly run: (world: DoctorWorld, signal: AbortSignal) => Promise<Finding>;
  /** Only what cannot do harm; says what was done, a line each. The check runs again afterwards. */
  readonly fix?: (world: DoctorWorld) => Promise<readonly string[]>;
  /** Costs money or leaves the machine: only with `--live`. */
  readonly live?: boolean;
};

export const fine = (detail: string): Finding => ({ status: "ok", detail });
export const doubtful = (detail: string): Finding => ({ status: "warning", detail });
export const broken = (detail: string): Finding => ({ status: "failed", detail });
