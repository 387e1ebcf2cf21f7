import { firstDuplicate, firstOf, refuse } from "../refusal.ts";
import type { Rule } from "../refusal.ts";
import { schemaProblem } from "../tool-schema.ts";
import { resultsOf, usesOf } from "./schema.ts";
import type { Subject } from "./subject.ts";

const uniqueUses: Rule<Subject> = ({ messages }) => {
  const twice = firstDuplicate(messages.flatMap((message) => usesOf(message).map(({ id }) => id)));
  return twice === null ? null : refuse("messages: `tool_use` ids must be unique");
};

const usesAreAnswered: Rule<Subject> = ({ messages }) =>
  firstOf(messages, (message, index) => {
    const next = messages[index + 1];
    const answered = new Set(leadingResults(next?.content ?? []));
    const open = usesOf(message)
      .map(({ id }) => id)
      .filter((id) => !answered.has(id));
    if (open.length === 0) return null;
    return refuse(
      `messages.${index}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${open.join(", ")}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`,
    );
  });

/** Results count as "immediately after" only when nothing stands in front of them. */
function leadingResults(content: Subject["messages"][number]["content"]): readonly string[] {
  const end = content.findIndex(({ type }) => type !== "tool_result");
  const leading = end === -1 ? content : content.slice(0, end);
  return leading.flatMap((block) => (block.type === "tool_result" ? [block.tool_use_id] : []));
}

const resultsHaveUses: Rule<Subject> = ({ messages }) =>
  firstOf(messages, (message, index) => {
    const previous = messages[index - 1];
    const uses = new Set(previous === undefined ? [] : usesOf(previous).map(({ id }) => id));
    return firstOf(resultsOf(message), ({ tool_use_id: id }, position) =>
      uses.has(id)
        ? null
        : refuse(
            `messages.${index}.content.${position}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${id}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`,
          ),
    );
  });

const oneResultEach: Rule<Subject> = ({ messages }) =>
  firstOf(messages, (message, index) => {
    const twice = firstDuplicate(resultsOf(message).map(({ tool_use_id: id }) => id));
    if (twice === null) return null;
    return refuse(
      `messages.${index}.content: each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${twice}`,
    );
  });

const toolNamesDiffer: Rule<Subject> = ({ body }) =>
  firstDuplicate((body.tools ?? []).map(({ name }) => name)) === null
    ? null
    : refuse("tools: Tool names must be unique.");

const schemasFit: Rule<Subject> = ({ body }) =>
  firstOf(body.tools ?? [], ({ input_schema: schema }, index) => {
    const where = `tools.${index}.custom.input_schema`;
    if (schema["type"] === undefined) return refuse(`${where}.type: Field required`);
    if (schema["type"] !== "object") return refuse(`${where}.type: Input should be 'object'`);
    if (["oneOf", "allOf", "anyOf"].some((key) => key in schema)) {
      return refuse(`${where}: input_schema does not support oneOf, allOf, or anyOf at the top level`);
    }
    const problem = schemaProblem(schema);
    return problem === null ? null : refuse(`${where}: JSON schema is invalid. ${problem}`);
  });

const choiceExists: Rule<Subject> = ({ body }) => {
  const { tool_choice: choice, tools = [] } = body;
  if (choice === undefined || choice.type === "none") return null;
  if (tools.length === 0) return refuse("tool_choice: tool_choice may only be specified while providing tools.");
  if (choice.type !== "tool" || tools.some(({ name }) => name === choice.name)) return null;
  return refuse(`tool_choice: Tool '${choice.name}' not found in provided tools`);
};

/** Calls and results find each other; tools can be told apart. */
export const toolRules: readonly Rule<Subject>[] = [
  uniqueUses,
  oneResultEach,
  resultsHaveUses,
  usesAreAnswered,
  toolNamesDiffer,
  schemasFit,
  choiceExists,
];
