import type { Home } from "../../config/home.ts";
import { PersistenceError } from "../../domain/turn-journal.ts";
import type { Store } from "../../store/store.ts";
import type { CommandCall } from "../command.ts";
import { openHomeStore } from "../home-store.ts";
import { homeOf } from "../home.ts";
import { exit, fail } from "./replies.ts";

/** Runs `work` with the store of this home. What the disk or the database refuses ends as one line and exit code 1. */
export function withStore(call: CommandCall, work: (store: Store) => Promise<number>): Promise<number> {
  return withHome(call, async (home) => {
    const opening = await openHomeStore(home.path, call.context);
    if (opening.kind === "refused") return fail(call, opening.message, exit.failed);
    using store = opening.store;
    if (store.readOnly !== null) call.terminal.err(`${store.readOnly}\n`);
    return await work(store); // the store stays open until it is done
  });
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
