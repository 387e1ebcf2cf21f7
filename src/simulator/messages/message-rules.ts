import { firstOf, refuse } from "../refusal.ts";
import type { Refusal, Rule } from "../refusal.ts";
import { isBase64 } from "../image.ts";
import { systemBlocks } from "./schema.ts";
import type { Block, BodyMessage } from "./schema.ts";
import type { Subject } from "./subject.ts";

const notEmpty: Rule<Subject> = ({ messages }) =>
  messages.length === 0 ? refuse("messages: at least one message is required") : null;

const startsWithUser: Rule<Subject> = ({ messages }) =>
  messages[0]?.role === "user" ? null : refuse('messages: first message must use the "user" role');

const alternates: Rule<Subject> = ({ messages }) =>
  firstOf(messages, ({ role }, index) =>
    messages[index + 1]?.role === role
      ? refuse(
          `messages: roles must alternate between "user" and "assistant", but found multiple "${role}" roles in a row`,
        )
      : null,
  );

const hasContent: Rule<Subject> = ({ messages }) =>
  firstOf(messages, ({ role, content }, index) => {
    const isFinalAssistant = role === "assistant" && index === messages.length - 1;
    if (content.length > 0 || isFinalAssistant) return null;
    return refuse(
      `messages.${index}: all messages must have non-empty content except for the optional final assistant message`,
    );
  });

const systemHasText: Rule<Subject> = ({ body }) => {
  if (body.system === undefined) return null;
  return systemBlocks(body).some(({ text }) => text === "")
    ? refuse("system: text content blocks must be non-empty")
    : null;
};

const blocksHaveText: Rule<Subject> = ({ messages }) =>
  firstOf(messages, ({ content }) => firstOf(content.flatMap(textsIn), blankText));

function textsIn(block: Block): readonly string[] {
  if (block.type === "text") return [block.text];
  if (block.type !== "tool_result" || typeof block.content === "string") return [];
  return (block.content ?? []).flatMap((part) => (part.type === "text" ? [part.text] : []));
}

function blankText(text: string): Refusal | null {
  if (text === "") return refuse("messages: text content blocks must be non-empty");
  return text.trim() === "" ? refuse("messages: text content blocks must contain non-whitespace text") : null;
}

const endsWell: Rule<Subject> = ({ messages, body, context }) => {
  const last = messages.at(-1);
  if (last?.role !== "assistant") return null;
  const thinks = body.thinking !== undefined && body.thinking.type !== "disabled";
  if (!context.profile.prefill || thinks) {
    return refuse(
      "This model does not support assistant message prefill. The conversation must end with a user message.",
    );
  }
  const text = last.content.at(-1);
  return text?.type === "text" && text.text !== text.text.trimEnd()
    ? refuse("messages: final assistant content cannot end with trailing whitespace")
    : null;
};

const imagesAreReadable: Rule<Subject> = ({ messages }) =>
  firstOf(messages, (message, index) =>
    firstOf(imagesIn(message), (data) =>
      isBase64(data) ? null : refuse(`messages.${index}.content: image.source.base64.data: Invalid base64 data`),
    ),
  );

function imagesIn({ content }: BodyMessage): readonly string[] {
  const blocks = content.flatMap((block) =>
    block.type === "tool_result" && typeof block.content === "object" ? [...block.content] : [block],
  );
  return blocks.flatMap((block) =>
    block.type === "image" && block.source.type === "base64" ? [block.source.data] : [],
  );
}

/** The shape of a conversation, before anything is paired. */
export const messageRules: readonly Rule<Subject>[] = [
  notEmpty,
  startsWithUser,
  alternates,
  hasContent,
  systemHasText,
  blocksHaveText,
  endsWell,
  imagesAreReadable,
];
