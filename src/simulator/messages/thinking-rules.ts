import { firstOf, refuse } from "../refusal.ts";
import type { Rule } from "../refusal.ts";
import { usesOf } from "./schema.ts";
import type { Subject } from "./subject.ts";

const leastBudget = 1_024;

const isOffered: Rule<Subject> = ({ body, context: { profile } }) => {
  const type = body.thinking?.type ?? "disabled";
  if (type === "adaptive" && profile.thinking !== "adaptive") {
    return refuse("adaptive thinking is not supported on this model");
  }
  if (type === "enabled" && profile.thinking === "none") {
    return refuse(`'${profile.id}' does not support thinking.`);
  }
  return null;
};

const effortIsOffered: Rule<Subject> = ({ body, context: { profile } }) => {
  const effort = body.output_config?.effort ?? null;
  if (effort === null || profile.efforts.includes(effort)) return null;
  const choices = profile.efforts.map((name) => `'${name}'`).join(", ");
  return refuse(`output_config.effort: Input should be ${choices}`);
};

const budgetFits: Rule<Subject> = ({ body: { thinking, max_tokens: cap } }) => {
  if (thinking?.type !== "enabled") return null;
  if (thinking.budget_tokens < leastBudget) {
    return refuse(`thinking.enabled.budget_tokens: Input should be greater than or equal to ${leastBudget}`);
  }
  return thinking.budget_tokens < cap ? null : refuse("`max_tokens` must be greater than `thinking.budget_tokens`.");
};

const samplingIsFree: Rule<Subject> = ({ body }) => {
  if (!isOn(body.thinking)) return null;
  if (body.temperature !== undefined && body.temperature !== 1) {
    return refuse("`temperature` may only be set to 1 when thinking is enabled.");
  }
  if (body.top_k !== undefined) return refuse("`top_k` must be unset when thinking is enabled.");
  const forced = body.tool_choice?.type === "any" || body.tool_choice?.type === "tool";
  return forced ? refuse("Thinking may not be enabled when tool_choice forces tool use.") : null;
};

const signaturesHold: Rule<Subject> = ({ messages, context: { seal } }) =>
  firstOf(messages, ({ content }, index) =>
    firstOf(content, (block, position) => {
      const where = `messages.${index}.content.${position}`;
      if (block.type === "thinking" && !seal.isSigned(block.thinking, block.signature)) {
        return refuse(`${where}: Invalid \`signature\` in \`thinking\` block`);
      }
      return block.type === "redacted_thinking" && block.data === ""
        ? refuse(`${where}: Invalid \`data\` in \`redacted_thinking\` block`)
        : null;
    }),
  );

/** A turn that began with thinking goes on with it: the calls still being answered stand behind their thinking. */
const openCallsKeepThinking: Rule<Subject> = ({ body, messages, context }) => {
  if (body.thinking?.type !== "enabled") return null;
  const index = messages.findLastIndex(({ role }) => role === "assistant");
  const message = messages[index];
  const [first] = message?.content ?? [];
  if (message === undefined || first === undefined || first.type.endsWith("thinking")) return null;
  const calls = usesOf(message);
  if (calls.every(({ id }) => context.cameWithoutThinking(id))) return null;
  return refuse(
    `messages.${index}.content.0.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${first.type}\`. When \`thinking\` is enabled, a final \`assistant\` message must start with a thinking block (preceeding the lastmost set of \`tool_use\` and \`tool_result\` blocks). To avoid this requirement, disable \`thinking\`.`,
  );
};

function isOn(thinking: Subject["body"]["thinking"]): boolean {
  return thinking !== undefined && thinking.type !== "disabled";
}

/** Thinking is offered, affordable, unmodified and not left out half-way. */
export const thinkingRules: readonly Rule<Subject>[] = [
  isOffered,
  effortIsOffered,
  budgetFits,
  samplingIsFree,
  signaturesHold,
  openCallsKeepThinking,
];
