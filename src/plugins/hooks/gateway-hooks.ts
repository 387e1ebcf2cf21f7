import { z } from "zod";
import type { DispatchVerdict, GatewayHooks } from "../../domain/gateway-hooks.ts";
import type { InboundMessage } from "../../domain/gateway-ledger.ts";
import { pluginsPhrases as say } from "../../text/phrases/plugins.ts";
import type { HookCallback } from "../registration.ts";
import type { HookRunner, Opinion, Seat } from "./hook-runner.ts";

const AnswerSchema = z.discriminatedUnion("action", [
  z.object({ action: z.literal("skip") }),
  z.object({ action: z.literal("block") }), // a shell hook's exit code 2
  z.object({ action: z.literal("rewrite"), text: z.string().trim().min(1) }),
]);

/** Messages of chats, before any session has them: session_id is empty. */
export function pluginGatewayHooks(runner: HookRunner): GatewayHooks {
  return {
    beforeDispatch: (message, signal) => ask(message, runner, signal),
    heard: (platform, event) => runner.tell("gateway_event", () => ({ ...around(platform), event })),
  };
}

/** The first skip wins; each hook sees the text as those before it left it. Nothing else of a message can be changed. */
async function ask(message: InboundMessage, runner: HookRunner, signal: AbortSignal): Promise<DispatchVerdict> {
  let { text } = message;
  for (const seat of runner.seats("pre_gateway_dispatch")) {
    const opinion = await seat.ask({ ...around(message.platform), message: { ...message, text } }, signal);
    const answer = answerOf(opinion, seat);
    if (answer?.action === "rewrite") ({ text } = answer);
    else if (answer !== null) return { kind: "skip", by: seat.owner };
  }
  return { kind: "dispatch", message: text === message.text ? message : { ...message, text } };
}

function answerOf(opinion: Opinion, { options }: Seat): z.output<typeof AnswerSchema> | null {
  if (opinion.kind === "failed") return options.failClosed === true ? { action: "skip" } : null;
  const read = AnswerSchema.safeParse(opinion.kind === "said" ? opinion.value : null);
  return read.success ? read.data : null;
}

function around(platform: string) {
  return { session_id: "", turn_id: "", platform };
}

/** The hook of a plugin that nobody gave a say: it hears of messages, and an answer of it is its failure. */
export function watchingOnly(call: HookCallback["call"]): HookCallback["call"] {
  return async (payload, signal) => {
    if (AnswerSchema.safeParse(await call(payload, signal)).success)
      throw new Error(say.needsCapability("gateway.dispatch"));
    return null;
  };
}
