import type { CommandRun, CommandSpec, FlagSpec } from "../command.ts";
import type { McpAdmin } from "./admin.ts";

const json: FlagSpec = { name: "json", kind: "boolean", summary: "Print JSON" };

const addFlags: readonly FlagSpec[] = [
  { name: "url", kind: "value", value: "URL", summary: "Where a server listens, instead of a command" },
  { name: "header", kind: "repeatable", value: "NAME=VALUE", summary: "Sent with every request; ${NAME} reads .env" },
  { name: "env", kind: "repeatable", value: "NAME=VALUE", summary: "Set for the command; ${NAME} reads .env" },
  { name: "oauth", kind: "boolean", summary: "The server wants a login" },
  { name: "untrusted", kind: "boolean", summary: "Ask before each of its tools that may change something" },
  { name: "force", kind: "boolean", summary: "Replace a server of that name" },
];

type Load = (run: (admin: McpAdmin) => Promise<CommandRun>) => NonNullable<CommandSpec["load"]>;

/** `hermes mcp`: servers that bring tools. */
export function mcpCommand(admin: () => Promise<McpAdmin>): CommandSpec {
  const load: Load = (run) => async () => run(await admin());
  const list = load(async (it) => (await import("./list.ts")).list(it));
  const rows: readonly Omit<CommandSpec, "subcommands">[] = [
    { name: "list", usage: "", summary: "Configured servers", flags: [json], load: list },
    {
      name: "add",
      usage: "<name> [command] [argument...]",
      summary: "Add a server: hermes mcp add files -- npx -y some-server /folder",
      flags: addFlags,
      load: async () => (await import("./add.ts")).add,
    },
    {
      name: "remove",
      usage: "<name>",
      summary: "Forget a server and its login",
      flags: [],
      load: load(async (it) => (await import("./remove.ts")).remove(it)),
    },
    {
      name: "test",
      usage: "[name]",
      summary: "Connect, and list the tools with what they cost",
      flags: [json],
      load: load(async (it) => (await import("./test-server.ts")).testServer(it)),
    },
    {
      name: "login",
      usage: "<name>",
      summary: "Log in to a server",
      flags: [],
      load: load(async (it) => (await import("./login.ts")).login(it)),
    },
    {
      name: "logout",
      usage: "<name>",
      summary: "Forget the login to a server",
      flags: [],
      load: load(async (it) => (await import("./login.ts")).logout(it)),
    },
  ];
  return {
    name: "mcp",
    summary: "Servers that bring tools (Model Context Protocol)",
    usage: "[command]",
    flags: [],
    load: list,
    subcommands: rows.map((row) => ({ ...row, subcommands: [] })),
  };
}
