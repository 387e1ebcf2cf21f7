import { spawn } from "node:child_process";
import { join } from "node:path";
import type { CommandCall } from "../commands/command.ts";
import type { McpAdmin, NamedServer, ServerReport } from "../commands/mcp/admin.ts";
import { estimateTokens, familyOf } from "../context/estimate-tokens.ts";
import { noLog } from "../domain/log.ts";
import { startHost } from "../mcp/host.ts";
import { openDesk } from "../mcp/oauth/open-desk.ts";
import { tokenFile, type TokenFile } from "../mcp/oauth/token-file.ts";
import type { McpWorld } from "../mcp/world.ts";
import { mcpPhrases as say } from "../text/phrases/mcp.ts";
import { terseSchema } from "../tools/terse-schema.ts";
import { mcpWorld } from "./build-mcp.ts";

/** Servers as the commands see them: each is connected to for one look and left again. */
export const mcpAdmin: McpAdmin = {
  test: (server, call) => look(server, worldOf(server, call), call),
  login: async (server, call) => {
    const file = fileOf(server);
    await using desk = await openDesk({
      port: server.entry.oauth.redirect_port ?? portOf(file),
      show: async (address) => {
        call.terminal.out(`${say.openThis(address.href)}\n`);
        openBrowser(address, call);
      },
      paste: pasteAt(call),
    });
    const entry = { ...server.entry, auth: "oauth" } as const;
    return look({ ...server, entry }, { ...worldOf(server, call), desk }, call);
  },
  logout: (server) => fileOf(server).remove(),
  isLoggedIn: (server) => fileOf(server).read().tokens !== undefined,
};

function worldOf({ home, settings }: NamedServer, { context }: CommandCall): McpWorld {
  return mcpWorld({ home, settings, context, log: noLog, workspace: context.cwd });
}

async function look({ name, entry, settings }: NamedServer, world: McpWorld, call: CommandCall): Promise<ServerReport> {
  const { clock, signal } = call.context;
  const started = clock.now();
  const host = startHost({ [name]: { ...entry, enabled: true, instructions: true } }, world);
  const limitMs = world.desk === null ? entry.connect_timeout * 1_000 : loginMs;
  await host.discovered(limitMs, signal);
  const [status] = host.status();
  const family = familyOf(settings.model.default);
  const tools = host.tools().map(({ name: tool, description, parameters }) => ({
    name: tool,
    description,
    tokens: estimateTokens(JSON.stringify({ name: tool, description, parameters: terseSchema(parameters) }), family),
  }));
  const [said] = host.instructions();
  const instructions = {
    tokens: said === undefined ? 0 : estimateTokens(said.text, family),
    inPrompt: entry.instructions,
  };
  const tookMs = clock.now() - started;
  await host.close();
  if (status?.state.kind === "ready") return { kind: "ready", tookMs, tools, instructions };
  return { kind: "down", reason: status?.state.kind === "down" ? status.state.reason : say.noAnswer(limitMs / 1_000) };
}

const loginMs = 600_000;

function fileOf({ name, entry, home }: Pick<NamedServer, "name" | "entry" | "home">): TokenFile {
  return tokenFile(join(home.path, "mcp-tokens"), name, URL.parse(entry.url ?? "")?.href ?? "");
}

function portOf(file: TokenFile): number {
  return Number(URL.parse(file.read().redirect_url ?? "")?.port ?? 0);
}

function pasteAt({ terminal }: CommandCall) {
  const { inIsTty, ask } = terminal;
  if (!inIsTty || ask === undefined) return null;
  return async (signal: AbortSignal): Promise<string | null> => {
    const text = await ask(say.pasteHere, signal);
    return signal.aborted ? null : text;
  };
}

/** Where there is a screen; otherwise the address that was printed has to do. */
function openBrowser(address: URL, { context: { env } }: CommandCall): void {
  const hasScreen = env["DISPLAY"] !== undefined || env["WAYLAND_DISPLAY"] !== undefined;
  const program = process.platform === "darwin" ? "open" : hasScreen ? "xdg-open" : null;
  if (program === null || !/^https?:$/u.test(address.protocol)) return;
  const child = spawn(program, [address.href], { stdio: "ignore", detached: true });
  child.on("error", () => undefined); // no such program: the person opens it
  child.unref();
}
