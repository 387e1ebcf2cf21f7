import { speaksStrictOpenAi } from "../model-profiles.ts";
import { openAiEdge, openAiIssue } from "../openai-errors.ts";
import { firstBroken, refuse } from "../refusal.ts";
import { firstIssue } from "../schema-issue.ts";
import type { ReadContext, Reading, WireFormat } from "../wire-format.ts";
import { layoutOf } from "./layout.ts";
import { messageRules } from "./message-rules.ts";
import { parameterRules } from "./parameter-rules.ts";
import { signaturesHold } from "./reasoning.ts";
import { renderChat } from "./render.ts";
import { GatewayChatSchema, StrictChatSchema } from "./schema.ts";
import { systemOf, turnsOf } from "./turns.ts";

const rules = [...parameterRules, ...messageRules, signaturesHold];

/** OpenAI Chat Completions, and those who speak it with an accent. */
export const chatFormat: WireFormat = {
  ...openAiEdge,
  mode: "chat_completions",
  path: "/v1/chat/completions",
  overflow: (tokens, limit) =>
    refuse(
      `This model's maximum context length is ${limit} tokens. However, your messages resulted in ${tokens} tokens. Please reduce the length of the messages.`,
      { param: "messages", code: "context_length_exceeded" },
    ),
  errorFrame: (message) => ({
    event: null,
    data: { error: { message, type: "server_error", param: null, code: null } },
  }),
  read,
};

function read(raw: unknown, context: ReadContext): Reading {
  const schema = speaksStrictOpenAi(context.profile) ? StrictChatSchema : GatewayChatSchema;
  const parsed = schema.safeParse(raw);
  if (!parsed.success) return { kind: "refused", refusal: openAiIssue(firstIssue(parsed.error, raw)) };
  const body = parsed.data;
  const refusal = firstBroken(rules, { body, context });
  if (refusal !== null) return { kind: "refused", refusal };
  return {
    kind: "read",
    prompt: {
      mode: "chat_completions",
      model: body.model,
      stream: body.stream ?? false,
      system: systemOf(body.messages),
      turns: turnsOf(body.messages),
      tools: (body.tools ?? []).map(({ function: { name, description = "", parameters = {} } }) => ({
        name,
        description,
        parameters,
      })),
      layout: layoutOf(body),
      outputCap: body.max_completion_tokens ?? body.max_tokens ?? null,
    },
    cacheKey: body.prompt_cache_key ?? "",
    render: (answer) => renderChat(answer, body, context),
  };
}
