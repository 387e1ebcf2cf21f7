import type { CommandRun } from "../command.ts";

export type GatewayRuns = Readonly<Record<"status" | "stop", CommandRun>>;
