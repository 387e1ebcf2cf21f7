import { redactSecrets } from "../../safety/redact.ts";
import { mcpPhrases as say } from "../../text/phrases/mcp.ts";
import type { CommandRun } from "../command.ts";
import { exit, warn, warningsOf, withSettings } from "../config/open-config.ts";
import { oneLine } from "../sessions/one-line.ts";
import type { McpAdmin, NamedServer } from "./admin.ts";
import { serversOf } from "./find-server.ts";

/** What is configured; nobody is connected to. */
export function list(admin: McpAdmin): CommandRun {
  return (call) =>
    withSettings(call, async (read) => {
      warn(call, warningsOf(read));
      const rows = serversOf(read).map((server) => rowOf(server, admin));
      if (call.flags["json"] === true) call.terminal.out(`${JSON.stringify(rows, null, 2)}\n`);
      else if (rows.length === 0) call.terminal.out(`${say.noServers}\n`);
      else for (const row of rows) call.terminal.out(`${lineOf(row)}\n`);
      return exit.ok;
    });
}

function rowOf(server: NamedServer, admin: McpAdmin) {
  const { command = "", args, url, enabled, trust, auth } = server.entry;
  return {
    name: server.name,
    place: redactSecrets(url ?? [command, ...args].join(" ")),
    enabled,
    trust,
    login: auth === undefined ? null : admin.isLoggedIn(server),
  };
}

function lineOf({ name, place, enabled, trust, login }: ReturnType<typeof rowOf>): string {
  const notes = [
    ...(enabled ? [] : [say.disabled]),
    ...(trust === "full" ? [] : [trust]),
    ...(login === null ? [] : [login ? say.loggedIn : say.loggedOut]),
  ];
  return oneLine(`${name}  ${place}${notes.length === 0 ? "" : `  (${notes.join(", ")})`}`);
}
