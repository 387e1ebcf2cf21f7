import { functionSchemaRefusal } from "../function-schema.ts";
import { firstDuplicate, firstOf, refuse } from "../refusal.ts";
import type { Rule } from "../refusal.ts";
import { isMessage } from "./schema.ts";
import type { Subject } from "./subject.ts";

const nothingStored: Rule<Subject> = ({ body: { previous_response_id: id } }) =>
  (id ?? null) === null
    ? null
    : refuse(`Previous response with id '${id}' not found.`, {
        param: "previous_response_id",
        code: "previous_response_not_found",
      });

const toolsDiffer: Rule<Subject> = ({ body: { tools = [] } }) => {
  const twice = firstDuplicate(tools.map(({ name }) => name));
  return twice === null ? null : refuse(`Invalid 'tools': duplicate function name '${twice}'.`, { param: "tools" });
};

const schemasFit: Rule<Subject> = ({ body: { tools = [] } }) =>
  firstOf(tools, ({ name, parameters }, index) =>
    functionSchemaRefusal(name, parameters ?? null, `tools[${index}].parameters`),
  );

const choiceExists: Rule<Subject> = ({ body: { tool_choice: choice, tools = [] } }) => {
  if (choice === undefined || choice === "none" || choice === "auto") return null;
  const found = choice === "required" ? tools.length > 0 : tools.some(({ name }) => name === choice.name);
  const wanted = choice === "required" ? choice : choice.name;
  return found ? null : refuse(`Tool choice '${wanted}' not found in 'tools' parameter.`, { param: "tool_choice" });
};

const modelReasons: Rule<Subject> = ({ body, context: { profile } }) => {
  const effort = body.reasoning?.effort ?? null;
  if (effort === null || profile.efforts.includes(effort)) return null;
  if (profile.efforts.length === 0) {
    return refuse("Unsupported parameter: 'reasoning.effort' is not supported with this model.", {
      param: "reasoning.effort",
      code: "unsupported_parameter",
    });
  }
  const choices = profile.efforts.map((name) => `'${name}'`).join(", ");
  return refuse(
    `Unsupported value: '${effort}' is not supported with the '${profile.id}' model. Supported values are: ${choices}.`,
    { param: "reasoning.effort", code: "unsupported_value" },
  );
};

const samplingIsFree: Rule<Subject> = ({ body, context: { profile } }) =>
  profile.vendor === "openai" && profile.thinking !== "none" && (body.temperature ?? 1) !== 1
    ? refuse("Unsupported parameter: 'temperature' is not supported with this model.", {
        param: "temperature",
        code: "unsupported_parameter",
      })
    : null;

const outputFits: Rule<Subject> = ({ body: { max_output_tokens: cap }, context: { profile } }) =>
  (cap ?? 0) <= profile.maxOutput
    ? null
    : refuse(
        `Invalid 'max_output_tokens': integer above maximum value. Expected a value <= ${profile.maxOutput}, but got ${cap} instead.`,
        { param: "max_output_tokens", code: "integer_above_max_value" },
      );

const breakpointsAreKnown: Rule<Subject> = ({ items, context: { profile } }) => {
  const marked = items.some(
    (item) =>
      isMessage(item) &&
      typeof item.content === "object" &&
      item.content.some((part) => "prompt_cache_breakpoint" in part),
  );
  if (!marked || profile.cache.kind === "breakpoints") return null;
  return refuse("Unknown parameter: 'prompt_cache_breakpoint'.", { code: "unknown_parameter" });
};

/** Parameters that depend on each other or on the model. */
export const parameterRules: readonly Rule<Subject>[] = [
  nothingStored,
  toolsDiffer,
  schemasFit,
  choiceExists,
  modelReasons,
  samplingIsFree,
  outputFits,
  breakpointsAreKnown,
];
