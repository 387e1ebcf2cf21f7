import { firstBroken, refuse } from "../refusal.ts";
import type { Rule } from "../refusal.ts";
import { firstIssue } from "../schema-issue.ts";
import type { ReadContext, Reading, WireFormat } from "../wire-format.ts";
import { cacheRules } from "./cache-rules.ts";
import { anthropicEdge, anthropicIssue } from "./errors.ts";
import { layoutOf } from "./layout.ts";
import { messageRules } from "./message-rules.ts";
import { renderMessage } from "./render.ts";
import { blocksOf, MessagesBodySchema, systemBlocks } from "./schema.ts";
import type { Subject } from "./subject.ts";
import { thinkingRules } from "./thinking-rules.ts";
import { toolRules } from "./tool-rules.ts";
import { turnsOf } from "./turns.ts";

const outputFits: Rule<Subject> = ({ body: { max_tokens: cap }, context: { profile } }) =>
  cap <= profile.maxOutput
    ? null
    : refuse(
        `max_tokens: ${cap} > ${profile.maxOutput}, which is the maximum allowed number of output tokens for ${profile.id}`,
      );

const rules = [outputFits, ...messageRules, ...toolRules, ...thinkingRules, ...cacheRules];

/** Anthropic Messages. */
export const messagesFormat: WireFormat = {
  ...anthropicEdge,
  mode: "anthropic_messages",
  path: "/v1/messages",
  overflow: (tokens, limit) => refuse(`prompt is too long: ${tokens} tokens > ${limit} maximum`),
  errorFrame: (message) => ({
    event: "error",
    data: { type: "error", error: { type: "overloaded_error", message } },
  }),
  read,
};

function read(raw: unknown, context: ReadContext): Reading {
  const parsed = MessagesBodySchema.safeParse(raw);
  if (!parsed.success) return { kind: "refused", refusal: anthropicIssue(firstIssue(parsed.error, raw)) };
  const body = parsed.data;
  const messages = body.messages.map(blocksOf);
  const refusal = firstBroken(rules, { body, messages, context });
  if (refusal !== null) return { kind: "refused", refusal };
  return {
    kind: "read",
    prompt: {
      mode: "anthropic_messages",
      model: body.model,
      stream: body.stream ?? false,
      system: systemBlocks(body)
        .map(({ text }) => text)
        .join("\n\n"),
      turns: turnsOf(messages),
      tools: (body.tools ?? []).map(({ name, description = "", input_schema: parameters }) => ({
        name,
        description,
        parameters,
      })),
      layout: layoutOf(body, messages),
      outputCap: body.max_tokens,
    },
    cacheKey: "",
    render: (answer) => renderMessage(answer, context.seal),
  };
}
