import { statSync } from "node:fs";
import type { Home } from "../../config/home.ts";
import { PersistenceError } from "../../domain/turn-journal.ts";
import type { Store } from "../../store/store.ts";
import type { CommandCall } from "../command.ts";
import { fail, warn } from "../fail.ts";
import { openHomeStore, storeOptions } from "../home-store.ts";
import { homeOf } from "../home.ts";
import { exit } from "./replies.ts";

type Work = (store: Store) => Promise<number>;

/**
 * Runs `work` with the store of this home. What the disk or the database refuses ends as one line and exit code 1.
 * Where nothing was ever stored nothing is made: `work` gets an empty store.
 */
export function withStore(call: CommandCall, work: Work): Promise<number> {
  return withHome(call, (home) => {
    const { path } = storeOptions(home.path, call.context);
    return runWith(call, isAbsent(path) ? null : home.path, work);
  });
}

/** The same, for what puts something in: the store is made if there is none. */
export function withStoreMade(call: CommandCall, work: Work): Promise<number> {
  return withHome(call, (home) => runWith(call, home.path, work));
}

export async function withHome(call: CommandCall, work: (home: Home) => Promise<number>): Promise<number> {
  const found = homeOf(call.context);
  if (found.kind === "problem") return fail(call, found.problem.message, exit.usage);
  try {
    return await work(found.home);
  } catch (error) {
    if (error instanceof PersistenceError) return fail(call, error.message, exit.failed);
    throw error;
  }
}

async function runWith(call: CommandCall, home: string | null, work: Work): Promise<number> {
  const opening = await openHomeStore(home, call.context);
  if (opening.kind === "refused") return fail(call, opening.message, exit.failed);
  using store = opening.store;
  if (store.readOnly !== null) warn(call, store.readOnly);
  return await work(store); // the store stays open until it is done
}

/** Only what surely is not there: any other obstacle is named by whoever opens the file. */
function isAbsent(path: string): boolean {
  try {
    statSync(path);
    return false;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "ENOENT";
  }
}
