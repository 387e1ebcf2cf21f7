import type { CommandContext } from "../commands/command.ts";
import type { Settings } from "../config/schema/settings.ts";
import type { Clock } from "../domain/clock.ts";
import type { HttpTransport } from "../domain/http.ts";
import type { Log } from "../domain/log.ts";
import type { ModelClient } from "../domain/model-client.ts";
import type { Runtime } from "../domain/runtime.ts";
import { createModelClient } from "../provider/model-client.ts";
import { wireOf, type Wires } from "../provider/wire.ts";
import { redactSecrets } from "../safety/redact.ts";
import { timeLimitSettings } from "./time-limit-settings.ts";

export type WireChoice = {
  /** Instead of HTTP. */
  readonly transport?: HttpTransport;
  /** Sees every request that leaves the program. */
  readonly wrapTransport?: (transport: HttpTransport) => HttpTransport;
};

type Parts = { readonly runtime: Runtime; readonly settings: Settings; readonly log: Log };

/** The wire to the model. The demonstration provider is answered inside the process; all others over HTTP. */
export async function buildModelClient(
  { runtime, settings, log }: Parts,
  { clock, env }: Pick<CommandContext, "clock" | "env">,
  wire: WireChoice = {},
): Promise<ModelClient> {
  const transport = wire.transport ?? (runtime.provider === "demo" ? await demo(clock) : await overHttp(clock, env));
  return createModelClient({
    transport: wire.wrapTransport?.(transport) ?? transport,
    clock,
    wires: wires(),
    log,
    redact: (text) => redactSecrets(text),
    limits: timeLimitSettings(settings, env),
  });
}

async function demo(clock: Clock): Promise<HttpTransport> {
  const { demoTransport } = await import("../simulator/demo.ts");
  return demoTransport(clock);
}

async function overHttp(clock: Clock, env: CommandContext["env"]): Promise<HttpTransport> {
  const { createHttpTransport } = await import("../provider/http/http-transport.ts");
  return createHttpTransport({ clock, environment: env });
}

/** A run speaks one format: each is loaded, and made, when first needed. */
function wires(): Wires {
  return {
    chat_completions: once(async () => {
      const { createChatCompletions } = await import("../provider/protocols/chat-completions/chat-completions.ts");
      return wireOf(createChatCompletions());
    }),
    anthropic_messages: once(async () => {
      const { createAnthropicMessages } =
        await import("../provider/protocols/anthropic-messages/anthropic-messages.ts");
      return wireOf(createAnthropicMessages());
    }),
    codex_responses: once(async () => {
      const { createOpenaiResponses } = await import("../provider/protocols/openai-responses/openai-responses.ts");
      return wireOf(createOpenaiResponses());
    }),
  };
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => (made ??= make());
}
