import type { CompressionProposal, CompressionRequest, ContextEngine } from "../../src/domain/context-engine.ts";
import type { EngineContext, EngineFactory } from "../../src/domain/engine-context.ts";
import type { Message } from "../../src/domain/message.ts";
import type { SummaryAsk, SummaryPath, SummaryReply } from "../../src/domain/summariser.ts";

export type EngineScript = {
  /** It is time from so many tokens on; never, unless told. */
  readonly from?: number;
  /** Messages in front that stay. */
  readonly head?: number;
  /** Messages behind that stay, and so does the newest question. */
  readonly tail?: number;
  /** Who writes the summary; nobody, unless told: then it is this program's own. */
  readonly path?: SummaryPath | "chosen";
  /** What comes instead of a proposal. */
  readonly propose?: (request: CompressionRequest, context: EngineContext) => Promise<CompressionProposal>;
  readonly also?: (context: EngineContext) => Partial<ContextEngine>;
};

export type ScriptedEngine = {
  readonly factory: EngineFactory;
  readonly requests: readonly CompressionRequest[];
  readonly replies: readonly SummaryReply[];
  readonly contexts: readonly EngineContext[];
};

/** The smallest engine that asks for summaries: head, summary, tail. It keeps no count of its failures. */
export function scriptedEngine(script: EngineScript = {}): ScriptedEngine {
  const requests: CompressionRequest[] = [];
  const replies: SummaryReply[] = [];
  const contexts: EngineContext[] = [];
  const factory: EngineFactory = (context) => {
    contexts.push(context);
    return {
      name: "scripted",
      updateFromResponse: () => undefined,
      shouldCompress: (tokens = 0) => ({ yes: tokens >= (script.from ?? Infinity) }),
      compress: async (request) => {
        requests.push(request);
        if (script.propose !== undefined) return script.propose(request, context);
        return shortened(request, script, await summary(request, script, context, replies));
      },
      ...script.also?.(context),
    };
  };
  return { factory, requests, replies, contexts };
}

async function summary(
  { signal, messages }: CompressionRequest,
  { path }: EngineScript,
  { summariser }: EngineContext,
  replies: SummaryReply[],
): Promise<string | null> {
  if (path === undefined) return `what was said in ${messages.length} messages`;
  const chosen = path === "chosen" ? summariser.choose({ context: 10_000, middle: 8_000, summary: 500 }) : path;
  const ask: SummaryAsk = { path: chosen, text: "SUM UP", maxTokens: 1_000, signal };
  const reply = await summariser.ask(ask);
  replies.push(reply);
  return reply.kind === "text" ? reply.text : null;
}

/** What an engine answers that could not make anything shorter. */
export function nothingProposed(
  request: CompressionRequest,
  outcome: "noop" | "aborted",
  said: string,
): CompressionProposal {
  return {
    outcome,
    region: { headEnd: 0, tailStart: 0 },
    pruned: 0,
    record: recordFor(request, said, request.messages.length),
    ...(outcome === "aborted" ? { error: said } : {}),
  };
}

function shortened(request: CompressionRequest, script: EngineScript, text: string | null): CompressionProposal {
  const { messages: history } = request;
  if (text === null) return nothingProposed(request, "aborted", "summary");
  const { head = 0, tail = 1 } = script;
  const tailStart = Math.max(head, lastStart(history, history.length - (request.keepExchanges ?? 0) * 2 - tail));
  const said: Message = { role: "user", content: text, extra: { origin: "summary" } };
  const kept = withQuestion(history, head, tailStart);
  if (tailStart - head < 2) return nothingProposed(request, "noop", "no_window");
  const between: readonly Message[] =
    kept[0]?.role === "user" ? [said, { role: "assistant", content: "Understood." }] : [said];
  const messages = [...history.slice(0, head), ...between, ...kept];
  return {
    outcome: "ok",
    messages,
    summary: { text },
    region: { headEnd: head, tailStart },
    pruned: 0,
    record: recordFor(request, "ok", messages.length),
  };
}

function recordFor({ trigger, messages, currentTokens }: CompressionRequest, outcome: string, after: number) {
  return {
    event: "compression",
    engine: "scripted",
    trigger,
    outcome,
    messages_before: messages.length,
    messages_after: after,
    tokens_before: currentTokens,
    tokens_after: currentTokens,
    duration_ms: 0,
  } as const;
}

/** A place to cut at or before this one: results never come first. */
function lastStart(history: readonly Message[], wanted: number): number {
  let at = Math.min(wanted, history.length - 1);
  while (at > 0 && history[at]?.role === "tool") at--;
  return at;
}

function withQuestion(history: readonly Message[], head: number, tailStart: number): readonly Message[] {
  const tail = history.slice(tailStart);
  const question = history.findLastIndex((message) => message.role === "user");
  const asked = history[question];
  return question < head || question >= tailStart || asked === undefined ? tail : [asked, ...tail];
}
