import { existsSync } from "node:fs";
import type { CommandCall } from "../commands/command.ts";
import { storeOptions } from "../commands/home-store.ts";
import { homeOf } from "../commands/home.ts";
import type { LookAtSetup } from "../commands/status/status.ts";
import type { ModelReport, SetupReport } from "../commands/status/setup-report.ts";
import { inspectSettings } from "../config/load.ts";
import { baseItself, type Home } from "../config/home.ts";
import { isCredentialName, withoutUserInfo } from "../config/secret-shape.ts";
import { openSecrets, type Secrets } from "../config/secrets.ts";
import { lookAtGateway } from "../disk/gateway-lock.ts";
import { emptyFallbackMemory } from "../domain/fallback.ts";
import { chooseRuntime } from "./choose-runtime.ts";
import { exitCodes } from "./exit-codes.ts";
import { refused, type OpenSettings } from "./open-settings.ts";
import { backendInForce } from "./backend-in-force.ts";

/** Looks only: no home is made, no server started, no request sent. */
export const lookAtSetup: LookAtSetup = async (call) => {
  const { context } = call;
  const found = homeOf(context);
  if (found.kind === "problem") return refused(found.problem.message, exitCodes.usage);
  const { home } = found;
  const secrets = openSecrets(home, context.env, context.configuration.envFile);
  if (secrets.kind === "problem") return refused(secrets.message, exitCodes.usage);
  const { clock, configuration } = context;
  const { ignoreUserConfig } = configuration;
  const { settings, warnings } = await inspectSettings({ home, variable: secrets.variable, clock, ignoreUserConfig });
  const read: OpenSettings = { kind: "open", home, secrets, settings, warnings: [...secrets.warnings, ...warnings] };
  const opened = await withPlugged(read, call);
  const { memory, approvals, gateway } = settings;
  return {
    version: context.version,
    home: home.path,
    profile: home.profile ?? baseItself,
    model: modelOf(opened),
    keys: keysOf(secrets, call),
    sandbox: await backendInForce(settings, context),
    approvals: { mode: approvals.mode, edits: approvals.edits },
    context_engine: settings.context.engine,
    memory: {
      files: memory.memory_enabled || memory.user_profile_enabled,
      provider: memory.provider === "" ? null : memory.provider,
    },
    plugins: await pluginsOf(opened, call),
    mcp_servers: Object.entries(settings.mcp_servers).map(([name, { enabled }]) => ({ name, enabled })),
    sessions: await sessionsOf(home, call),
    gateway: gatewayOf(home, call),
    platforms: Object.entries(gateway.platforms).flatMap(([name, { enabled }]) => (enabled ? [name] : [])),
    jobs: 0,
    warnings: opened.warnings,
  };
};

/** Providers of plugins stand in their manifests; nothing of them runs. */
async function withPlugged(opened: OpenSettings, { context }: CommandCall): Promise<OpenSettings> {
  if (opened.settings.plugins.enabled.length === 0) return opened;
  return (await import("./plugin-providers.ts")).withPluginProviders(opened, context);
}

function modelOf(opened: OpenSettings): ModelReport {
  const chosen = chooseRuntime(opened, { model: null, provider: null }, emptyFallbackMemory());
  if (chosen.kind === "refused") return { kind: "missing", why: chosen.message };
  const { model, provider, baseUrl, apiMode, credential } = chosen.runtime;
  const endpoint = withoutUserInfo(baseUrl);
  return { kind: "ready", model, provider, endpoint, api_mode: apiMode, key_source: credential?.source ?? null };
}

/** Those of the home's .env, and of the environment what is called like a credential. */
function keysOf(secrets: Secrets, { context }: CommandCall): readonly string[] {
  const names = [...secrets.names, ...Object.keys(context.env)].filter(isCredentialName);
  return [...new Set(names)].filter((name) => secrets.secret(name) !== null).toSorted();
}

async function pluginsOf(opened: OpenSettings, { context }: CommandCall): Promise<SetupReport["plugins"]> {
  const { pluginAdmin } = await import("./plugin-admin.ts");
  const { rows } = await pluginAdmin(opened, context).list();
  return rows.map(({ id, why }) => ({ id, loads: why === null, why }));
}

async function sessionsOf(home: Home, { context }: CommandCall): Promise<SetupReport["sessions"]> {
  const { path } = storeOptions(home.path, context);
  if (!existsSync(path)) return { count: 0, problem: null };
  const { countSessions } = await import("../store/count-sessions.ts");
  try {
    return { count: countSessions(path), problem: null };
  } catch (error) {
    return { count: 0, problem: error instanceof Error ? error.message : String(error) };
  }
}

/** A pid file says who ran last; only a living process counts. */
function gatewayOf(home: Home, { context }: CommandCall): SetupReport["gateway"] {
  const found = lookAtGateway(home.path, context.clock);
  if (found.state === "free") return null;
  return { state: found.state === "held" ? "running" : "stale", pid: found.holder?.pid ?? null };
}
