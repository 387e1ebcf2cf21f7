import { nearest } from "../../text/nearest.ts";
import { mcpPhrases as say } from "../../text/phrases/mcp.ts";
import type { CommandCall } from "../command.ts";
import { exit, fail, type ReadConfig, warn, warningsOf, withSettings } from "../config/open-config.ts";
import type { NamedServer } from "./admin.ts";

/** All configured servers, in the file's order. */
export function serversOf({ home, loaded }: ReadConfig): readonly NamedServer[] {
  const { settings } = loaded;
  return Object.entries(settings.mcp_servers).map(([name, entry]) => ({ name, entry, home, settings }));
}

/** Runs `work` with the server the first word names, or says which there are. */
export function withServer(
  call: CommandCall,
  work: (server: NamedServer, read: ReadConfig) => Promise<number>,
): Promise<number> {
  return withSettings(call, async (read) => {
    warn(call, warningsOf(read));
    const [name = ""] = call.positionals;
    const servers = serversOf(read);
    const found = servers.find((server) => server.name === name);
    if (found !== undefined) return work(found, read);
    const names = servers.map((server) => server.name);
    return fail(call, say.unknownServer(name, nearest(name, names), names), exit.usage);
  });
}
