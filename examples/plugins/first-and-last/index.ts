import { definePlugin, type CompressionRequest, type ContextEngine, type Message } from "hermes/plugin-sdk";

const share = 0.6; // of the window at which it is time
const newest = 4; // exchanges that stay

/** A context engine: says when a conversation is too long and proposes a shorter one. It writes nothing. */
export default definePlugin({
  register(ctx) {
    ctx.registerContextEngine(({ runtime }): ContextEngine => {
      let { contextLength } = runtime;
      let promptTokens = 0;
      return {
        name: "first-and-last",
        updateFromResponse: (usage) => void (promptTokens = usage.prompt_tokens),
        updateModel: (next) => void ({ contextLength } = next),
        shouldCompress: (tokens = promptTokens) => ({ yes: tokens >= contextLength * share }),
        compress: async (request) => proposal(request),
      };
    });
  },
});

/** Cut only in front of a question: then no call is parted from its result. */
function proposal(request: CompressionRequest) {
  const { messages } = request;
  const questions = messages.flatMap((message, at) => (message.role === "user" ? [at] : []));
  const cut = questions.at(-newest) ?? 0;
  const kept = cut === 0 ? messages : messages.slice(cut);
  const shorter = cut === 0 ? messages : withFirst(messages[0], kept);
  return {
    outcome: cut === 0 ? ("noop" as const) : ("ok" as const),
    messages: shorter,
    region: { headEnd: 1, tailStart: cut },
    pruned: 0,
    record: {
      event: "compression" as const,
      engine: "first-and-last",
      trigger: request.trigger,
      outcome: cut === 0 ? "no_progress" : "ok",
      messages_before: messages.length,
      messages_after: shorter.length,
      tokens_before: request.currentTokens,
      tokens_after: request.currentTokens,
      duration_ms: 0,
    },
  };
}

const mark = "[The conversation began with: ";

/** Two questions may not follow each other, so the first one is quoted in front of the next. */
function withFirst(first: Message | undefined, [next, ...rest]: readonly Message[]): readonly Message[] {
  if (next === undefined) return [];
  if (first?.role !== "user" || next.role !== "user") return [next, ...rest];
  if (typeof first.content !== "string" || typeof next.content !== "string") return [next, ...rest];
  return [{ ...next, content: `${quoted(first.content)}\n\n${next.content}` }, ...rest];
}

/** In one line; one that quotes already is quoted as it is. */
function quoted(question: string): string {
  const [line = ""] = question.split("\n");
  return line.startsWith(mark) ? line : `${mark}${line.slice(0, 200)}]`;
}
