import type { Clock, Rng } from "../../domain/clock.ts";
import type { GatewayLedger } from "../../domain/gateway-ledger.ts";
import type { Log } from "../../domain/log.ts";
import type { ProcessIdentity } from "../../disk/process-identity.ts";
import type { Connection } from "../connection.ts";
import { claimantOf } from "./claimant.ts";
import { inbox } from "./inbox.ts";
import { outbox } from "./outbox.ts";
import { pairingBook } from "./pairing-book.ts";
import { routes } from "./routes.ts";

export type LedgerDeps = {
  readonly clock: Clock;
  readonly rng: Rng;
  readonly log: Log;
  readonly process: ProcessIdentity;
  readonly isAlive: (pid: number, startTime: string) => boolean;
};

/** The tables of a gateway. Other processes of the home work on them at the same time. */
export function gatewayLedger(connection: Connection, deps: LedgerDeps): GatewayLedger {
  return {
    inbox: inbox(connection, deps, claimantOf(deps)),
    outbox: outbox(connection, deps),
    routes: routes(connection, deps),
    pairing: pairingBook(connection, deps),
  };
}
