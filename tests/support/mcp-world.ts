import { mkdtempSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { systemClock } from "../../src/app/system-clock.ts";
import { systemRng } from "../../src/app/system-rng.ts";
import { noLog } from "../../src/domain/log.ts";
import type { McpServerSettings } from "../../src/mcp/server-settings.ts";
import type { McpWorld } from "../../src/mcp/world.ts";
import { redactSecrets } from "../../src/safety/redact.ts";
import { systemResolve } from "../../src/safety/urls/system-resolve.ts";

/** What servers live in: a workspace of their own, real time, nobody to ask. */
export function mcpWorld(more: Partial<McpWorld> = {}): McpWorld {
  const root = mkdtempSync(join(tmpdir(), "hermes-mcp-"));
  return {
    version: "0.0.0",
    env: process.env,
    platform: process.platform,
    workspace: root,
    tokenFolder: join(root, "mcp-tokens"),
    clock: systemClock,
    rng: systemRng,
    log: noLog,
    urls: { allowPrivate: false, blockedHosts: [] },
    resolve: systemResolve,
    redact: (text) => redactSecrets(text),
    desk: null,
    sample: null,
    maxResultChars: 50_000,
    ...more,
  };
}

export function serverSettings(own: Partial<McpServerSettings>): McpServerSettings {
  return {
    args: [],
    env: {},
    headers: {},
    enabled: true,
    timeout: 20,
    connect_timeout: 20,
    supports_parallel_tool_calls: false,
    tools: {},
    instructions: false,
    trust: "full",
    oauth: {},
    sampling: false,
    elicitation: true,
    ...own,
  };
}

/** A reference server from the registry, as a process. */
export function referenceServer(name: "everything" | "filesystem" | "memory", args: readonly string[] = []) {
  return { command: process.execPath, args: [programOf(name), ...args] };
}

export function programOf(name: string): string {
  const manifest = createRequire(import.meta.url).resolve(`@modelcontextprotocol/server-${name}/package.json`);
  return join(dirname(manifest), "dist", "index.js");
}

/** A server that does what it is told to by its first argument, mostly bad things. */
export function oddServer(behaviour: string, ...args: readonly string[]) {
  return {
    command: process.execPath,
    args: [join(import.meta.dirname, "odd-mcp-server.ts"), behaviour, ...args],
  };
}
