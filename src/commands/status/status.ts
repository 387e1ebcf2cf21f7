import { setupStatusPhrases as say } from "../../text/phrases/setup-status.ts";
import type { CommandCall, CommandRun } from "../command.ts";
import { fail } from "../fail.ts";
import { isGiven } from "../flag-value.ts";
import { plainLine } from "../plain-text.ts";
import type { SetupReport } from "./setup-report.ts";

export type LookAtSetup = (
  call: CommandCall,
) => Promise<SetupReport | { readonly kind: "refused"; readonly message: string; readonly exitCode: number }>;

/** `hermes status`: looks and says; that something is missing is no failure of the look. */
export function status(look: LookAtSetup): CommandRun {
  return async (call) => {
    const report = await look(call);
    if ("kind" in report) return fail(call, report.message, report.exitCode);
    call.terminal.out(isGiven(call.flags, "json") ? `${JSON.stringify(report, null, 2)}\n` : statusText(report));
    return 0;
  };
}

const widest = 200;

export function statusText(report: SetupReport): string {
  const rows: Readonly<Record<string, string>> = {
    version: report.version,
    home: report.home,
    profile: report.profile,
    ...modelRows(report),
    keys: listed(report.keys),
    sandbox: sandboxText(report),
    approvals: `${report.approvals.mode}, edits: ${report.approvals.edits}`,
    context: report.context_engine,
    memory: memoryText(report),
    plugins: listed(report.plugins.map(({ id, loads, why }) => (loads ? id : say.notLoaded(id, why ?? "")))),
    mcp: listed(report.mcp_servers.map(({ name, enabled }) => (enabled ? name : say.disabled(name)))),
    sessions: sessionsText(report),
    gateway: gatewayText(report),
    platforms: listed(report.platforms),
    jobs: report.jobs === 0 ? say.none : String(report.jobs),
  };
  const width = Math.max(...Object.keys(rows).map((name) => (say.labels[name] ?? name).length)) + 2;
  const lines = Object.entries(rows).map(
    ([name, value]) => `${(say.labels[name] ?? name).padEnd(width)}${plainLine(value, widest)}`,
  );
  return `${[...lines, ...say.warnings(report.warnings.map((text) => plainLine(text, widest)))].join("\n")}\n`;
}

function modelRows({ model }: SetupReport): Readonly<Record<string, string>> {
  if (model.kind === "missing") return { model: say.noModel(model.why) };
  return {
    model: model.model,
    provider: `${model.provider}, ${say.keyFrom(model.key_source)}`,
    endpoint: `${model.endpoint} (${model.api_mode})`,
  };
}

function sandboxText({ sandbox }: SetupReport): string {
  const { backend, why } = sandbox;
  if (backend === "bubblewrap" || backend === "docker" || backend === "ssh") {
    return `${say.backend[backend]}${why === null ? "" : `: ${why}`}`;
  }
  return say.local(why);
}

function gatewayText({ gateway }: SetupReport): string {
  if (gateway === null) return say.none;
  return gateway.state === "running" ? `pid ${gateway.pid}` : say.gatewayGone(gateway.pid);
}

function memoryText({ memory }: SetupReport): string {
  if (memory.provider !== null) return memory.files ? say.withProvider(memory.provider) : memory.provider;
  return memory.files ? say.files : say.off;
}

function sessionsText({ sessions }: SetupReport): string {
  if (sessions.problem !== null) return say.unreadable(sessions.problem);
  return sessions.count === 0 ? say.none : say.sessions(sessions.count);
}

function listed(names: readonly string[]): string {
  return names.length === 0 ? say.none : names.join(", ");
}
