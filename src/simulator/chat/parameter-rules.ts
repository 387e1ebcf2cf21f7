import { speaksStrictOpenAi } from "../model-profiles.ts";
import { firstDuplicate, firstOf, refuse } from "../refusal.ts";
import type { Rule } from "../refusal.ts";
import { functionSchemaRefusal } from "../function-schema.ts";
import { partsOf } from "./schema.ts";
import type { Subject } from "./subject.ts";

const mostMarkers = 4;

const streamOptionsNeedStream: Rule<Subject> = ({ body }) =>
  (body.stream_options ?? null) === null || body.stream === true
    ? null
    : refuse("The 'stream_options' parameter is only allowed when 'stream' is enabled.", { param: "stream_options" });

const toolSettingsNeedTools: Rule<Subject> = ({ body }) => {
  if (body.tools !== undefined) return null;
  const setting = (["tool_choice", "parallel_tool_calls"] as const).find((key) => body[key] !== undefined);
  if (setting === undefined || body.tool_choice === "none") return null;
  return refuse(`Invalid value for '${setting}': '${setting}' is only allowed when 'tools' are specified.`, {
    param: setting,
  });
};

const toolsDiffer: Rule<Subject> = ({ body: { tools = [] } }) => {
  const twice = firstDuplicate(tools.map((tool) => tool.function.name));
  return twice === null ? null : refuse(`Invalid 'tools': duplicate function name '${twice}'.`, { param: "tools" });
};

const schemasFit: Rule<Subject> = ({ body: { tools = [] } }) =>
  firstOf(tools, ({ function: { name, parameters } }, index) =>
    functionSchemaRefusal(name, parameters ?? null, `tools[${index}].function.parameters`),
  );

const choiceExists: Rule<Subject> = ({ body: { tool_choice: choice, tools = [] } }) => {
  if (choice === undefined || typeof choice === "string") return null;
  if (tools.some((tool) => tool.function.name === choice.function.name)) return null;
  return refuse(`Tool choice '${choice.function.name}' not found in 'tools' parameter.`, { param: "tool_choice" });
};

const modelTakesIt: Rule<Subject> = ({ body, context: { profile } }) => {
  if (!speaksStrictOpenAi(profile)) return null;
  const reasons = profile.thinking !== "none";
  if (reasons && (body.max_tokens ?? null) !== null) {
    return refuse(
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      { param: "max_tokens", code: "unsupported_parameter" },
    );
  }
  if (reasons && (body.temperature ?? 1) !== 1) {
    return refuse(
      `Unsupported value: 'temperature' does not support ${body.temperature} with this model. Only the default (1) value is supported.`,
      { param: "temperature", code: "unsupported_value" },
    );
  }
  return effortRefusal(body.reasoning_effort ?? null, profile.efforts);
};

function effortRefusal(effort: string | null, efforts: readonly string[]) {
  if (effort === null || efforts.includes(effort)) return null;
  const details = { param: "reasoning_effort", code: "unsupported_value" };
  return refuse(`Unsupported value: 'reasoning_effort' does not support '${effort}' with this model.`, details);
}

const outputFits: Rule<Subject> = ({ body, context: { profile } }) => {
  const cap = body.max_completion_tokens ?? body.max_tokens ?? 0;
  if (cap <= profile.maxOutput) return null;
  return refuse(
    `max_tokens is too large: ${cap}. This model supports at most ${profile.maxOutput} completion tokens, whereas you provided ${cap}.`,
    { param: "max_tokens", code: "invalid_value" },
  );
};

const marksAreKnown: Rule<Subject> = ({ body, context: { profile } }) => {
  const parts = body.messages.flatMap(({ content }) => partsOf(content)).filter((part) => part.type !== "refusal");
  const controls = parts.filter((part) => (part.cache_control ?? null) !== null).length;
  const breakpoints = parts.some((part) => (part.prompt_cache_breakpoint ?? null) !== null);
  const details = { code: "unknown_parameter" };
  const ignored = body.messages.some((message) => (message.cache_control ?? null) !== null);
  if ((controls > 0 || ignored) && speaksStrictOpenAi(profile))
    return refuse("Unknown parameter: 'cache_control'.", details);
  if (breakpoints && profile.cache.kind !== "breakpoints") {
    return refuse("Unknown parameter: 'prompt_cache_breakpoint'.", details);
  }
  if (controls <= mostMarkers) return null;
  return refuse(`A maximum of ${mostMarkers} blocks with cache_control may be provided. Found ${controls}.`);
};

/** Parameters that depend on each other or on the model. */
export const parameterRules: readonly Rule<Subject>[] = [
  streamOptionsNeedStream,
  toolSettingsNeedTools,
  toolsDiffer,
  schemasFit,
  choiceExists,
  modelTakesIt,
  outputFits,
  marksAreKnown,
];
