import { existsSync } from "node:fs";
import type { Home } from "../../config/home.ts";
import { inspectSettings } from "../../config/load.ts";
import { openSecrets } from "../../config/secrets.ts";
import { lookAtGateway } from "../../disk/gateway-lock.ts";
import type { OpenCounts } from "../../store/gateway/count-open.ts";
import type { CommandContext } from "../command.ts";
import { storeOptions } from "../home-store.ts";

/** The gateway of a home as far as it can be seen from outside. */
export type GatewayReport = {
  readonly state: "running" | "stale" | "stopped";
  readonly pid: number | null;
  readonly host: string | null;
  /** In seconds, as all that is stored; null: unknown. */
  readonly started_at: number | null;
  readonly platforms: readonly { readonly name: string; readonly enabled: boolean }[];
  /** Messages without an answer, answers that have not arrived, people who wait for approval. */
  readonly waiting: OpenCounts;
  /** Why what waits cannot be read. */
  readonly problem: string | null;
};

const states = { held: "running", stale: "stale", free: "stopped" } as const;

/** Looks only: no home is made, nothing is asked of the process. A string says why it cannot. */
export async function reportOnGateway(home: Home, context: CommandContext): Promise<GatewayReport | string> {
  const { clock, env, configuration } = context;
  const secrets = openSecrets(home, env, configuration.envFile);
  if (secrets.kind === "problem") return secrets.message;
  const { ignoreUserConfig } = configuration;
  const { settings } = await inspectSettings({ home, variable: secrets.variable, clock, ignoreUserConfig });
  const found = lookAtGateway(home.path, clock);
  const holder = found.state === "free" ? null : found.holder;
  return {
    state: states[found.state],
    pid: holder?.pid ?? null,
    host: holder?.host ?? null,
    started_at: holder === null || holder.startedAtMs === 0 ? null : holder.startedAtMs / 1_000,
    platforms: Object.entries(settings.gateway.platforms).map(([name, { enabled }]) => ({ name, enabled })),
    ...(await waitingIn(storeOptions(home.path, context).path, clock.now())),
  };
}

const nothing: OpenCounts = { messages: 0, answers: 0, pairings: 0 };

async function waitingIn(path: string, nowMs: number): Promise<Pick<GatewayReport, "waiting" | "problem">> {
  if (!existsSync(path)) return { waiting: nothing, problem: null };
  const { countOpen } = await import("../../store/gateway/count-open.ts");
  try {
    return { waiting: countOpen(path, nowMs), problem: null };
  } catch (error) {
    return { waiting: nothing, problem: error instanceof Error ? error.message : String(error) };
  }
}
