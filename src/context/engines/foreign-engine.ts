import { z } from "zod";
import type { Clock } from "../../domain/clock.ts";
import type { CompressionProposal, CompressionRequest, ContextEngine } from "../../domain/context-engine.ts";
import type { Log } from "../../domain/log.ts";
import { isMessage, type Message } from "../../domain/message.ts";
import type { Runtime } from "../../domain/runtime.ts";
import { isSound } from "../is-sound.ts";

export type ForeignDeps = { readonly clock: Clock; readonly log: Log; readonly runtime: Runtime };

const longestMs = 300_000;
const cooldownMs = 60_000;

const index = z.int().nonnegative();
const ProposalSchema = z.looseObject({
  outcome: z.enum(["ok", "noop", "aborted"]),
  messages: z.array(z.custom<Message>(isMessage)).optional(),
  region: z.looseObject({ headEnd: index, tailStart: index }),
  pruned: index,
  record: z.looseObject({}),
  error: z.string().optional(),
});

/**
 * An engine that came with a plugin. It may throw, hang or lie: then nothing is changed, and for a minute nothing is
 * tried by itself.
 */
export function foreignEngine(engine: ContextEngine, { clock, log, runtime }: ForeignDeps): ContextEngine {
  let coolUntilMs = 0;
  let { apiMode } = runtime;
  const own: Partial<ContextEngine> = {
    shouldCompress: (...given) => {
      const leftMs = coolUntilMs - clock.now();
      if (leftMs > 0) return { yes: false, reason: `cooldown:${Math.ceil(leftMs / 1_000)}` };
      return answerOf(engine.shouldCompress(...given));
    },
    compress: async (request) => {
      const said = await proposed(engine, request, clock).catch((error: unknown) => String(error));
      const proposal = typeof said === "string" ? said : usable(said, apiMode);
      if (typeof proposal !== "string" && proposal.outcome !== "aborted") return proposal;
      if (request.signal.aborted) request.signal.throwIfAborted();
      coolUntilMs = clock.now() + cooldownMs;
      if (typeof proposal !== "string") return proposal;
      log("error", "compression.engine_failed", { engine: engine.name, error: proposal });
      return aborted(engine.name, request, proposal);
    },
    updateModel: (next) => {
      ({ apiMode } = next);
      coolUntilMs = 0; // it belonged to the old route
      engine.updateModel?.(next);
    },
  };
  return new Proxy(engine, {
    get: (target, key): unknown => Reflect.get(Object.hasOwn(own, key) ? own : target, key),
  });
}

async function proposed(engine: ContextEngine, request: CompressionRequest, clock: Clock): Promise<unknown> {
  using deadline = clock.deadline(longestMs, request.signal);
  const { signal } = deadline;
  const over = new Promise<never>((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  return await Promise.race([
    engine.compress({ ...request, messages: Object.freeze([...request.messages]), signal }),
    over,
  ]);
}

/** The proposal, or what is wrong with it in words. */
function usable(said: unknown, apiMode: Runtime["apiMode"]): string | CompressionProposal {
  if (!isProposal(said)) return "it proposed something that is no proposal";
  if (said.messages !== undefined && !isSound(said.messages, apiMode)) return "it proposed a history with broken pairs";
  return said;
}

function isProposal(said: unknown): said is CompressionProposal {
  return ProposalSchema.safeParse(said).success;
}

function answerOf(said: unknown): ReturnType<ContextEngine["shouldCompress"]> {
  const read = z.looseObject({ yes: z.boolean(), reason: z.string().optional() }).safeParse(said);
  if (!read.success) return { yes: false };
  const { yes, reason } = read.data;
  return reason === undefined ? { yes } : { yes, reason };
}

function aborted(
  engine: string,
  { messages, currentTokens, trigger }: CompressionRequest,
  error: string,
): CompressionProposal {
  return {
    outcome: "aborted",
    region: { headEnd: 0, tailStart: 0 },
    pruned: 0,
    error,
    record: {
      event: "compression",
      engine,
      trigger,
      outcome: "aborted",
      messages_before: messages.length,
      messages_after: messages.length,
      tokens_before: currentTokens,
      tokens_after: currentTokens,
      duration_ms: 0,
    },
  };
}
