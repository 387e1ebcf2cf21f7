import { startHost } from "../../src/mcp/host.ts";
import { mcpWorld, oddServer, serverSettings } from "./mcp-world.ts";

/** A process with a server that does not want to end; it waits to be killed. */
const [diary = ""] = process.argv.slice(2);
const host = startHost({ deaf: serverSettings(oddServer("deaf", diary)) }, mcpWorld());
await host.discovered(20_000, new AbortController().signal);
process.stdout.write(JSON.stringify(host.status()));
setInterval(() => undefined, 1_000);
