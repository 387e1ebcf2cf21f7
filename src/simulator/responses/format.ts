import { openAiEdge, openAiIssue } from "../openai-errors.ts";
import { firstBroken, refuse } from "../refusal.ts";
import { firstIssue } from "../schema-issue.ts";
import type { ReadContext, Reading, WireFormat } from "../wire-format.ts";
import { itemRules } from "./item-rules.ts";
import { layoutOf } from "./layout.ts";
import { parameterRules } from "./parameter-rules.ts";
import { renderResponse } from "./render.ts";
import { itemsOf, ResponsesBodySchema } from "./schema.ts";
import { systemOf, turnsOf } from "./turns.ts";

const rules = [...parameterRules, ...itemRules];

/** OpenAI Responses. */
export const responsesFormat: WireFormat = {
  ...openAiEdge,
  mode: "codex_responses",
  path: "/v1/responses",
  overflow: () =>
    refuse("Your input exceeds the context window of this model. Please adjust your input and try again.", {
      param: "input",
      code: "context_length_exceeded",
    }),
  errorFrame: (message) => ({
    event: "error",
    data: { type: "error", code: "server_error", message, param: null, sequence_number: 0 },
  }),
  read,
};

function read(raw: unknown, context: ReadContext): Reading {
  const parsed = ResponsesBodySchema.safeParse(raw);
  if (!parsed.success) return { kind: "refused", refusal: openAiIssue(firstIssue(parsed.error, raw)) };
  const body = parsed.data;
  const items = itemsOf(body);
  const refusal = firstBroken(rules, { body, items, context });
  if (refusal !== null) return { kind: "refused", refusal };
  return {
    kind: "read",
    prompt: {
      mode: "codex_responses",
      model: body.model,
      stream: body.stream ?? false,
      system: systemOf(body.instructions, items),
      turns: turnsOf(items),
      tools: (body.tools ?? []).map(({ name, description, parameters }) => ({
        name,
        description: description ?? "",
        parameters: parameters ?? {},
      })),
      layout: layoutOf(body, items),
      outputCap: body.max_output_tokens ?? null,
    },
    cacheKey: body.prompt_cache_key ?? "",
    render: (answer) => renderResponse(answer, body, context),
  };
}
