import { dirname } from "node:path";
import { lookAtGateway } from "../../disk/gateway-lock.ts";
import { sessionsPhrases as say } from "../../text/phrases/sessions.ts";
import type { CommandRun } from "../command.ts";
import { fail } from "../fail.ts";
import { withStore } from "./open.ts";
import { exit, has, line, usage } from "./replies.ts";

/** Merges the search index and gives unused room back. The whole file is written anew, so nobody else may be at work. */
export const optimize: CommandRun = async (call) => {
  if (call.positionals.length > 0) return usage(call, "optimize [--force]");
  return withStore(call, async (store) => {
    const serves = lookAtGateway(dirname(store.path), call.context.clock).state === "held";
    const busy = serves ? "gateway" : store.leases.held()[0];
    if (busy !== undefined && !has(call, "force")) return fail(call, say.optimizeBusy(busy), exit.failed);
    const { before, after } = await store.archive.optimize();
    return line(call, say.optimized(before, after));
  });
};
