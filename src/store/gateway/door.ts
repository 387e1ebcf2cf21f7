import type { GatewayLedger } from "../../domain/gateway-ledger.ts";
import type { Connection } from "../connection.ts";
import type { LedgerDeps } from "./ledger.ts";

/** Loaded on first use; one ledger per open store, since what it claims carries its name. */
export function gatewayDoor(connection: Connection, deps: LedgerDeps): () => Promise<GatewayLedger> {
  let ledger: Promise<GatewayLedger> | null = null;
  return () => (ledger ??= import("./ledger.ts").then(({ gatewayLedger }) => gatewayLedger(connection, deps)));
}
