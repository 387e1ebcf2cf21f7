import { lookAtGateway } from "../../disk/gateway-lock.ts";
import type { Holder } from "../../disk/holder-file.ts";
import { identityOf, isAlive } from "../../disk/process-identity.ts";
import { gatewayProcessPhrases as say } from "../../text/phrases/gateway-process.ts";
import type { CommandCall, CommandRun } from "../command.ts";
import { fail } from "../fail.ts";
import { numberFlag } from "../flag-value.ts";
import { homeOf } from "../home.ts";
import { exit, line } from "../sessions/replies.ts";

const usualSeconds = 120; // turns that run may end first
const pollMs = 100;

/** `hermes gateway stop`: the same as SIGTERM, and 0 only when none runs afterwards. */
export const stop: CommandRun = async (call) => {
  const found = homeOf(call.context);
  if (found.kind === "problem") return fail(call, found.problem.message, exit.usage);
  const gateway = lookAtGateway(found.home.path, call.context.clock);
  if (gateway.state !== "held") return line(call, say.noGateway);
  const problem = reasonToRefuse(gateway.holder) ?? terminate(gateway.holder);
  if (problem !== null) return fail(call, problem, exit.failed);
  line(call, say.asked(gateway.holder.pid));
  return waitForEnd(call, gateway.holder);
};

/** A pid that cannot be told from a stranger's is not signalled. */
function reasonToRefuse({ pid, host, startTime }: Holder): string | null {
  const self = identityOf(process.pid);
  if (host !== self.host) return say.elsewhere(pid, host);
  return startTime === "" && self.startTime !== "" ? say.unsure(pid) : null;
}

function terminate({ pid }: Holder): string | null {
  try {
    process.kill(pid, "SIGTERM");
    return null;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : null;
    if (code === "ESRCH") return null; // it ended in this moment
    if (code === "EPERM") return say.notOurs(pid);
    throw error;
  }
}

async function waitForEnd(call: CommandCall, { pid, startTime }: Holder): Promise<number> {
  const { clock, signal } = call.context;
  const seconds = numberFlag(call.flags, "timeout") ?? usualSeconds;
  for (const start = clock.now(); isAlive(pid, startTime); await clock.sleep(pollMs, signal)) {
    if (clock.now() - start >= seconds * 1_000) return fail(call, say.stillThere(pid, seconds), exit.failed);
  }
  return line(call, say.ended);
}
