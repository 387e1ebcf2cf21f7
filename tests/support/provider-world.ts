import { join } from "node:path";
import { z } from "zod";
import { defaults } from "../../src/config/schema/settings.ts";
import type { CredentialPools } from "../../src/domain/credential-pool.ts";
import type { HttpRequest, HttpTransport } from "../../src/domain/http.ts";
import type { ModelClient } from "../../src/domain/model-client.ts";
import type { Runtime } from "../../src/domain/runtime.ts";
import { noTimeLimitSettings } from "../../src/provider/client/time-limits.ts";
import type { EntryInputs } from "../../src/provider/fallback/resolve-entry.ts";
import { createModelClient } from "../../src/provider/model-client.ts";
import { openAuthFile } from "../../src/provider/pool/auth-file.ts";
import { createCredentialPools } from "../../src/provider/pool/credential-pools.ts";
import type { RefreshKey } from "../../src/provider/pool/refresh-key.ts";
import type { PoolStrategy } from "../../src/provider/pool/select-key.ts";
import { createAnthropicMessages } from "../../src/provider/protocols/anthropic-messages/anthropic-messages.ts";
import { createChatCompletions } from "../../src/provider/protocols/chat-completions/chat-completions.ts";
import { createOpenaiResponses } from "../../src/provider/protocols/openai-responses/openai-responses.ts";
import type { ModelSettings, RuntimeChoice } from "../../src/provider/resolve/model-settings.ts";
import { resolveRuntime } from "../../src/provider/resolve-runtime.ts";
import { wireOf } from "../../src/provider/wire.ts";
import { asTransport } from "../../src/simulator/as-transport.ts";
import { createSimulator } from "../../src/simulator/handler.ts";
import type { ScenarioInput } from "../../src/simulator/scenario.ts";
import { FakeClock } from "./fake-clock.ts";
import { fakeRng } from "./fake-rng.ts";
import { temporaryHome } from "./temporary-home.ts";

type Given = {
  readonly keys?: Readonly<Record<string, string>>;
  readonly providers?: ModelSettings["providers"];
  readonly model?: Partial<ModelSettings["model"]>;
  readonly strategies?: Readonly<Record<string, PoolStrategy>>;
  readonly refresh?: RefreshKey;
  /** The content of auth.json. */
  readonly auth?: string;
  /** Host -> what it plays. A host that is not here does not exist. */
  readonly hosts?: Readonly<Record<string, ScenarioInput>>;
};

type Sent = { readonly host: string; readonly key: string | null; readonly body: Readonly<Record<string, unknown>> };

/** Providers as one process sees them: real settings, real auth.json, a real client; hosts and time are played. */
export function providerWorld(given: Given = {}) {
  const clock = new FakeClock();
  const rng = fakeRng();
  const home = temporaryHome(given.auth === undefined ? {} : { "auth.json": given.auth });
  const path = join(home.path, "auth.json");
  const warnings: string[] = [];
  const settings: ModelSettings = { model: { ...defaults.model, ...given.model }, providers: given.providers ?? {} };
  const inputs: EntryInputs = { settings, secret: (name) => given.keys?.[name] ?? null };
  /** Pools as another process over the same home would make them. */
  const anotherProcess = (): CredentialPools =>
    createCredentialPools({
      sources: { providers: settings.providers, secret: inputs.secret },
      strategies: given.strategies ?? {},
      file: openAuthFile({ path, clock, rng, warn: (text) => void warnings.push(text) }),
      refresh: given.refresh ?? null,
      clock,
      rng,
    });
  const { transport, sent } = hostsOf(given.hosts ?? {}, clock);
  return {
    clock,
    path,
    warnings,
    inputs,
    sent,
    anotherProcess,
    pools: anotherProcess(),
    client: clientOver(transport, clock),
    runtime: (choice: RuntimeChoice): Runtime => {
      const found = resolveRuntime({ ...inputs, choice, environment: { model: null, provider: null } });
      if (found.kind === "problem") throw new Error(found.problem.message);
      return found.value;
    },
  };
}

const BodySchema = z.record(z.string(), z.unknown());

function hostsOf(hosts: Readonly<Record<string, ScenarioInput>>, clock: FakeClock) {
  const sent: Sent[] = [];
  const servers = new Map(
    Object.entries(hosts).map(([host, scenario]) => [host, asTransport(createSimulator({ clock, scenario }), clock)]),
  );
  const transport: HttpTransport = async (request, signal) => {
    const url = new URL(request.url);
    sent.push({ host: url.host, key: keyOf(request), body: BodySchema.parse(JSON.parse(request.body)) });
    const server = servers.get(url.host);
    if (server === undefined) throw new Error(`Nobody is at ${url.host}`);
    url.pathname = url.pathname
      .replace(/^.*(?=\/(?:v1\/)?(?:chat\/completions|messages|responses)$)/, "/v1")
      .replace("/v1/v1", "/v1");
    return server({ ...request, url: url.href }, signal);
  };
  return { transport, sent };
}

function keyOf({ headers }: HttpRequest): string | null {
  return headers["x-api-key"] ?? headers["authorization"]?.replace("Bearer ", "") ?? null;
}

function clientOver(transport: HttpTransport, clock: FakeClock): ModelClient {
  return createModelClient({
    transport,
    clock,
    wires: {
      chat_completions: async () => wireOf(createChatCompletions()),
      anthropic_messages: async () => wireOf(createAnthropicMessages()),
      codex_responses: async () => wireOf(createOpenaiResponses()),
    },
    log: () => undefined,
    redact: (text) => text,
    limits: noTimeLimitSettings,
  });
}
