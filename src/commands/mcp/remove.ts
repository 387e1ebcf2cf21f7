import { unsetInConfig } from "../../config/edit.ts";
import { mcpPhrases as say } from "../../text/phrases/mcp.ts";
import type { CommandRun } from "../command.ts";
import { exit, fail } from "../config/open-config.ts";
import type { McpAdmin } from "./admin.ts";
import { withServer } from "./find-server.ts";

/** Takes a server out of config.yaml, and its login with it. */
export function remove(admin: McpAdmin): CommandRun {
  return (call) =>
    withServer(call, async (server, { configFile }) => {
      const removed = await unsetInConfig(configFile, ["mcp_servers", server.name]);
      if (removed.kind === "refused") return fail(call, removed.reason);
      if (removed.kind === "absent") return fail(call, say.notInFile(server.name, configFile));
      admin.logout(server);
      call.terminal.out(`${say.removed(server.name, configFile)}\n`);
      return exit.ok;
    });
}
