import type { GatewayRuns } from "../commands/gateway/gateway-runs.ts";
import { status } from "../commands/gateway/status.ts";
import { stop } from "../commands/gateway/stop.ts";
import { gatewayRun } from "./gateway-run.ts";

/** What `hermes gateway` can do; each name here has its row in `commands/gateway/spec.ts`. */
export function gatewayCommandRuns(process: NodeJS.Process): GatewayRuns {
  return { run: gatewayRun(process), status, stop };
}
