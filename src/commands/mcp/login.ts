import { setInConfig } from "../../config/edit.ts";
import { mcpPhrases as say } from "../../text/phrases/mcp.ts";
import type { CommandRun } from "../command.ts";
import { exit, fail } from "../config/open-config.ts";
import type { McpAdmin } from "./admin.ts";
import { withServer } from "./find-server.ts";
import { print } from "./test-server.ts";

/** Logs in and shows what that gives. An entry that did not say so says from now on that it takes a login. */
export function login(admin: McpAdmin): CommandRun {
  return (call) =>
    withServer(call, async (server, { configFile }) => {
      if (server.entry.url === undefined) return fail(call, say.noLoginHere(server.name), exit.usage);
      const report = await admin.login(server, call);
      print({ name: server.name, ...report }, call);
      if (report.kind === "down") return exit.failed;
      if (server.entry.auth === "oauth") return exit.ok;
      const written = await setInConfig(configFile, ["mcp_servers", server.name, "auth"], "oauth", true);
      return written.kind === "refused" ? fail(call, written.reason) : exit.ok;
    });
}

export function logout(admin: McpAdmin): CommandRun {
  return (call) =>
    withServer(call, async (server) => {
      const was = admin.logout(server);
      if (!was) return fail(call, say.wasLoggedOut(server.name));
      call.terminal.out(`${say.nowLoggedOut(server.name)}\n`);
      return exit.ok;
    });
}
