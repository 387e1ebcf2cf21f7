import type { CommandRun } from "../command.ts";

export type GatewayRuns = Readonly<Record<"run" | "status" | "stop", CommandRun>>;
