import { createHash } from "node:crypto";
import { join } from "node:path";
import type { Clock, Rng } from "../domain/clock.ts";
import { lookAtHolder, takeHold, type HolderState, type Holding } from "./holder-file.ts";

type World = { readonly clock: Clock; readonly rng: Rng };

/** Says which process is the gateway of a home. */
export const gatewayPidFile = (home: string): string => join(home, "gateway.pid");
/** Of the base home: what the gateways of all its profiles may use only one at a time. */
export const accountLocks = (base: string): string => join(base, "locks");

/** One gateway per home; the holder carries the name of its profile. */
export function takeGateway(home: string, profile: string, world: World): Promise<Holding> {
  return takeHold({ path: gatewayPidFile(home), guarded: join(home, "gateway") }, profile, world);
}

export function lookAtGateway(home: string, clock: Clock): HolderState {
  return lookAtHolder(gatewayPidFile(home), clock);
}

export type PlatformAccount = { readonly platform: string; readonly account: string };

/** One gateway per account of a platform, whatever its profile; the account itself is nowhere to be read. */
export function takeAccount(base: string, used: PlatformAccount, profile: string, world: World): Promise<Holding> {
  const hash = createHash("sha256")
    .update(JSON.stringify([used.platform, used.account]))
    .digest("hex");
  const guarded = join(accountLocks(base), hash);
  return takeHold({ path: `${guarded}.json`, guarded }, profile, world);
}
