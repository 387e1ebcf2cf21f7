import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { lookAtGateway } from "../disk/gateway-lock.ts";
import { connect } from "./connection.ts";
import { liveHolder } from "./leases.ts";
import type { StoreOptions } from "./open-store.ts";

/** Whether a living process holds anything in this database, which must not be moved away under it. */
export function isStoreInUse(options: StoreOptions): boolean {
  if (servesGateway(options)) return true;
  if (!existsSync(options.path)) return false;
  try {
    using db = new DatabaseSync(options.path, { readOnly: true });
    return hasLiveLease(db, options);
  } catch {
    return false; // a file SQLite cannot open is in nobody's use
  }
}

/** Between two turns a gateway holds no lease. */
function servesGateway({ path, clock }: StoreOptions): boolean {
  return lookAtGateway(dirname(path), clock).state === "held";
}

export function hasLiveLease(db: DatabaseSync, options: StoreOptions): boolean {
  if (servesGateway(options)) return true;
  try {
    const connection = connect(db, { ...options, readOnly: null });
    const resources = db.prepare("SELECT resource FROM leases").all();
    return resources.some(({ resource }) => liveHolder(connection, options, String(resource)) !== null);
  } catch {
    return false; // the leases themselves cannot be read
  }
}
