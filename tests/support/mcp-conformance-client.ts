import { z } from "zod";
import { startHost } from "../../src/mcp/host.ts";
import { openDesk } from "../../src/mcp/oauth/open-desk.ts";
import { mcpWorld, serverSettings } from "./mcp-world.ts";
import { toolContext } from "./tool-context.ts";

/** What the conformance suite runs: our own client against its server. It calls every tool once and leaves. */
const url = process.argv.at(-1) ?? "";
const ContextSchema = z.object({ client_id: z.string().optional(), client_secret: z.string().optional() });
const registered = ContextSchema.parse(JSON.parse(process.env["MCP_CONFORMANCE_CONTEXT"] ?? "{}"));
const oauth = {
  ...registered,
  client_metadata_url: "https://conformance-test.local/client-metadata.json",
  allow_issuer_mismatch: process.env["MCP_CONFORMANCE_SCENARIO"] === "auth/2025-03-26-oauth-metadata-backcompat",
};
const patienceSeconds = 60; // the machine may be busy

await using desk = await openDesk({ port: 0, show: async (address) => void (await fetch(address)), paste: null });
const world = mcpWorld({ desk, urls: { allowPrivate: true, blockedHosts: [] } });
const settings = serverSettings({
  url,
  connect_timeout: patienceSeconds,
  timeout: patienceSeconds,
  auth: "oauth",
  oauth,
});
const host = startHost({ conformance: settings }, world);
await host.discovered(patienceSeconds * 1_000, new AbortController().signal);
for (const tool of host.tools()) {
  const prepared = tool.prepare({ a: 5, b: 3 });
  const context = toolContext({ cwd: world.workspace, ask: async () => "" });
  if (prepared.kind === "ready") process.stdout.write(`${JSON.stringify(await prepared.call.run(context))}\n`);
}
process.stdout.write(`${JSON.stringify(host.status())}\n`);
await host.close();
