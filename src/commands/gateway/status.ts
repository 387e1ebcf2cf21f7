import { identityOf } from "../../disk/process-identity.ts";
import { gatewayProcessPhrases as say } from "../../text/phrases/gateway-process.ts";
import type { CommandCall, CommandRun } from "../command.ts";
import { fail } from "../fail.ts";
import { isGiven } from "../flag-value.ts";
import { homeOf } from "../home.ts";
import { plainLine } from "../plain-text.ts";
import { ageOf } from "../sessions/age.ts";
import { exit, json, line } from "../sessions/replies.ts";
import { reportOnGateway, type GatewayReport } from "./look-at-gateway.ts";

/** `hermes gateway status`: looks and says; that none runs is no failure of the look. */
export const status: CommandRun = async (call) => {
  const found = homeOf(call.context);
  if (found.kind === "problem") return fail(call, found.problem.message, exit.usage);
  const report = await reportOnGateway(found.home, call.context);
  if (typeof report === "string") return fail(call, report, exit.usage);
  return isGiven(call.flags, "json") ? json(call, report) : line(call, text(report, call));
};

const widest = 200;

function text(report: GatewayReport, call: CommandCall): string {
  const { waiting, problem, platforms } = report;
  const names = platforms.map(({ name, enabled }) => (enabled ? name : say.off(name)));
  const rows = [
    [say.labels.gateway, processText(report, call)],
    [say.labels.platforms, names.length === 0 ? say.none : names.join(", ")],
    [say.labels.waiting, problem === null ? say.waiting(waiting.messages, waiting.answers) : say.unreadable(problem)],
    [say.labels.pairings, say.pairings(waiting.pairings)],
  ] as const;
  const width = Math.max(...rows.map(([label]) => label.length)) + 2;
  return rows.map(([label, value]) => label.padEnd(width) + plainLine(value, widest)).join("\n");
}

function processText({ state, pid, host, started_at: at }: GatewayReport, { context }: CommandCall): string {
  if (state === "stopped") return say.notRunning;
  if (state === "stale" || pid === null) return say.left(pid);
  if (host !== null && host !== identityOf(process.pid).host) return say.runningElsewhere(pid, host);
  return say.running(pid, at === null ? null : ageOf(at, context.clock.now()));
}
