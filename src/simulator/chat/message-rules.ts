import { imageUrlProblem } from "../image.ts";
import { speaksStrictOpenAi } from "../model-profiles.ts";
import { firstDuplicate, firstOf, refuse } from "../refusal.ts";
import type { Refusal, Rule } from "../refusal.ts";
import { partsOf } from "./schema.ts";
import type { AssistantMessage, ChatMessage } from "./schema.ts";
import type { Subject } from "./subject.ts";

const longestCallId = 40;
const foreignFields = ["reasoning", "reasoning_content", "reasoning_details"] as const;

const callsAreAnswered: Rule<Subject> = ({ body: { messages } }) =>
  firstOf(messages, (message, index) => {
    if (message.role !== "assistant" || message.tool_calls === undefined) return null;
    const answered = new Set(answersAfter(messages, index));
    const open = message.tool_calls.map(({ id }) => id).filter((id) => !answered.has(id));
    if (open.length === 0) return null;
    return refuse(
      `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${open.join(", ")}`,
      { param: `messages.[${index + 1}].role` },
    );
  });

const answersHaveCalls: Rule<Subject> = ({ body: { messages } }) =>
  firstOf(messages, (message, index) => {
    if (message.role !== "tool") return null;
    const asked = callsBefore(messages, index);
    if (asked === null) {
      return refuse(
        "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
        { param: `messages.[${index}].role` },
      );
    }
    if (asked.includes(message.tool_call_id)) return null;
    return refuse(
      `Invalid parameter: 'tool_call_id' of '${message.tool_call_id}' not found in 'tool_calls' of previous message.`,
      { param: `messages.[${index}].tool_call_id` },
    );
  });

const oneAnswerEach: Rule<Subject> = ({ body: { messages } }) =>
  firstOf(messages, (message, index) => {
    if (message.role !== "assistant") return null;
    const ids = (message.tool_calls ?? []).map(({ id }) => id);
    const twice = firstDuplicate(ids) ?? firstDuplicate(answersAfter(messages, index));
    if (twice === null) return null;
    return refuse(`Duplicate value for 'tool_call_id' of '${twice}' in message with role 'tool'.`, {
      param: `messages.[${index + 1}].tool_call_id`,
    });
  });

/** The tool messages that stand directly behind a message. Walks instead of slicing: histories are long. */
function answersAfter(messages: readonly ChatMessage[], index: number): readonly string[] {
  const ids: string[] = [];
  for (let at = index + 1; at < messages.length; at++) {
    const message = messages[at];
    if (message?.role !== "tool") break;
    ids.push(message.tool_call_id);
  }
  return ids;
}

function callsBefore(messages: readonly ChatMessage[], index: number): readonly string[] | null {
  let at = index - 1;
  while (messages[at]?.role === "tool") at--;
  const asker = messages[at];
  if (asker?.role !== "assistant" || asker.tool_calls === undefined) return null;
  return asker.tool_calls.map(({ id }) => id);
}

const assistantSaysSomething: Rule<Subject> = ({ body: { messages } }) =>
  firstOf(messages, (message, index) => {
    if (message.role !== "assistant" || message.tool_calls !== undefined) return null;
    const silent = (message.content ?? null) === null && (message.refusal ?? null) === null;
    return silent
      ? refuse(`Invalid value for 'content': expected a string, got null.`, { param: `messages.[${index}].content` })
      : null;
  });

const imagesAreReadable: Rule<Subject> = ({ body: { messages } }) =>
  firstOf(messages, ({ content }) =>
    firstOf(partsOf(content), (part) => {
      const problem = part.type === "image_url" ? imageUrlProblem(part.image_url.url) : null;
      return problem === null ? null : refuse(problem.message, { code: problem.code });
    }),
  );

/** Many servers with this format continue only after a user or a tool. */
const endsWell: Rule<Subject> = ({ body: { messages }, context: { profile } }) => {
  const role = messages.at(-1)?.role ?? "";
  if (profile.prefill || role === "user" || role === "tool") return null;
  return refuse(`Expected last role User or Tool (or Assistant with prefix True) for serving but got ${role}`);
};

const ownWordsOnly: Rule<Subject> = ({ body: { messages }, context: { profile } }) => {
  if (!speaksStrictOpenAi(profile)) return null;
  return firstOf(messages, (message, index) =>
    message.role === "assistant"
      ? foreignField(message, index)
      : message.role === "tool" && partsOf(message.content).some(({ type }) => type === "image_url")
        ? refuse(`Invalid value: 'image_url'. Supported values are: 'text'.`, { param: `messages[${index}].content` })
        : null,
  );
};

function foreignField(message: AssistantMessage, index: number): Refusal | null {
  const field = foreignFields.find((name) => message[name] !== undefined);
  if (field !== undefined) return unknown(`messages[${index}].${field}`);
  return firstOf(message.tool_calls ?? [], (call, position) => {
    const where = `messages[${index}].tool_calls[${position}]`;
    if (call.extra_content !== undefined) return unknown(`${where}.extra_content`);
    if (call.id.length <= longestCallId) return null;
    return refuse(
      `Invalid '${where}.id': string too long. Expected a string with maximum length ${longestCallId}, but got a string with length ${call.id.length} instead.`,
      { param: `${where}.id`, code: "string_above_max_length" },
    );
  });
}

function unknown(param: string): Refusal {
  return refuse(`Unknown parameter: '${param}'.`, { param, code: "unknown_parameter" });
}

/** The conversation itself: who answers whom, and in whose words. */
export const messageRules: readonly Rule<Subject>[] = [
  ownWordsOnly,
  oneAnswerEach,
  callsAreAnswered,
  answersHaveCalls,
  assistantSaysSomething,
  imagesAreReadable,
  endsWell,
];
