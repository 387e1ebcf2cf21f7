import { mcpPhrases as say } from "../../text/phrases/mcp.ts";
import type { CommandCall, CommandRun } from "../command.ts";
import { exit, fail, warn, warningsOf, withSettings } from "../config/open-config.ts";
import { oneLine } from "../sessions/one-line.ts";
import type { McpAdmin, NamedServer, ServerReport } from "./admin.ts";
import { serversOf, withServer } from "./find-server.ts";

/** Connects to one server, or to all of them; a failure of any is the command's. */
export function testServer(admin: McpAdmin): CommandRun {
  return (call) => {
    if (call.positionals.length > 0) return withServer(call, (server) => testAll([server], admin, call));
    return withSettings(call, async (read) => {
      warn(call, warningsOf(read));
      const servers = serversOf(read).filter(({ entry }) => entry.enabled);
      return servers.length === 0 ? fail(call, say.noServers) : testAll(servers, admin, call);
    });
  };
}

async function testAll(servers: readonly NamedServer[], admin: McpAdmin, call: CommandCall): Promise<number> {
  const reports = await Promise.all(
    servers.map(async (server) => ({ name: server.name, ...(await admin.test(server, call)) })),
  );
  if (call.flags["json"] === true) call.terminal.out(`${JSON.stringify(reports, null, 2)}\n`);
  else for (const report of reports) print(report, call);
  return reports.every(({ kind }) => kind === "ready") ? exit.ok : exit.failed;
}

/** Server names and tool descriptions are strangers' words: one line each, without control characters. */
export function print(report: ServerReport & { readonly name: string }, { terminal }: CommandCall): void {
  if (report.kind === "down") return terminal.err(`${oneLine(say.isDown(report.name, report.reason))}\n`);
  const tokens = report.tools.reduce((sum, tool) => sum + tool.tokens, 0);
  terminal.out(`${oneLine(say.isReady(report.name, report.tookMs, report.tools.length, tokens))}\n`);
  const { tokens: said, inPrompt } = report.instructions;
  if (said > 0) terminal.out(`${oneLine(say.hasInstructions(report.name, said, inPrompt))}\n`);
  for (const tool of report.tools) {
    const text = `  ${String(tool.tokens).padStart(6)}  ${tool.name}  ${tool.description}`;
    terminal.out(`${oneLine(text).slice(0, Math.max(60, terminal.columns - 1))}\n`);
  }
}
