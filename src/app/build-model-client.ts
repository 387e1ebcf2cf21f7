import type { CommandContext } from "../commands/command.ts";
import type { HttpTransport } from "../domain/http.ts";
import type { Log } from "../domain/log.ts";
import type { ModelClient } from "../domain/model-client.ts";
import type { Runtime } from "../domain/runtime.ts";
import { createModelClient } from "../provider/model-client.ts";
import { wireOf, type Wires } from "../provider/wire.ts";
import { redactSecrets } from "../safety/redact.ts";

export type BuiltClient = { readonly client: ModelClient; readonly close: () => void };

type Parts = { readonly runtime: Runtime; readonly log: Log };

/** The wire to the model. The demonstration provider is answered inside the process; all others over HTTP. */
export async function buildModelClient(
  { runtime, log }: Parts,
  { clock, env }: Pick<CommandContext, "clock" | "env">,
  wrap: (transport: HttpTransport) => HttpTransport,
): Promise<BuiltClient> {
  const http = runtime.provider === "demo" ? await demo(clock) : await overHttp(env);
  const client = createModelClient({
    transport: wrap(http.transport),
    clock,
    wires: wires(),
    log,
    redact: (text) => redactSecrets(text),
    limits: {},
  });
  return { client, close: http.close };
}

type Line = { readonly transport: HttpTransport; readonly close: () => void };

async function demo(clock: CommandContext["clock"]): Promise<Line> {
  const { demoTransport } = await import("../simulator/demo.ts");
  return { transport: demoTransport(clock), close: () => undefined };
}

async function overHttp(env: CommandContext["env"]): Promise<Line> {
  const { createHttpTransport } = await import("../provider/http/http-transport.ts");
  throw new Error(String(createHttpTransport));
}

/** A run speaks one format: each is loaded, and made, when first needed. */
function wires(): Wires {
  return {
    chat_completions: once(async () => {
      const { createChatCompletions } = await import("../provider/protocols/chat-completions/chat-completions.ts");
      return wireOf(createChatCompletions());
    }),
    anthropic_messages: once(async () => {
      const { createAnthropicMessages } = await import("../provider/protocols/anthropic-messages/anthropic-messages.ts");
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
