import { z } from "zod";
import { isMessage, type Message } from "../domain/message.ts";
import { argumentsText } from "../text/json-repair.ts";

/**
 * A history from outside, as far as it can be understood: what others leave out or write differently (no content beside
 * calls, numbers as ids, arguments as objects) is filled in; what is no message at all is left out.
 */
export function readableHistory(history: readonly unknown[]): readonly Message[] {
  return history.flatMap((value): readonly Message[] => {
    if (isMessage(value)) return [value];
    const read = ForeignSchema.safeParse(value);
    return read.success && isMessage(read.data) ? [read.data] : [];
  });
}

const text = z.string().optional().catch(undefined);
const payloads = z.array(z.unknown()).optional().catch(undefined);
const id = z.union([z.string(), z.number().transform(String)]).catch("");

const PartSchema = z.union([
  z.object({ type: z.literal("text"), text: z.string() }),
  z.object({
    type: z.literal("image_url"),
    image_url: z.object({ url: z.string(), detail: z.string().optional().catch(undefined) }),
  }),
]);
const parts = z.array(z.unknown()).transform((list) =>
  list.flatMap((part) => {
    const read = PartSchema.safeParse(part);
    return read.success ? [read.data] : [];
  }),
);
const content = z.union([z.string(), parts]).catch("");
const words = content.transform((given) =>
  typeof given === "string" ? given : given.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n"),
);

const CallSchema = z.object({
  id,
  call_id: text,
  response_item_id: text,
  type: z.literal("function").catch("function"),
  function: z.object({ name: z.string().catch(""), arguments: z.unknown().transform(argumentsText) }),
  extra_content: z.unknown().optional(),
});
const calls = z.array(z.unknown()).transform((list) =>
  list.flatMap((call) => {
    const read = CallSchema.safeParse(call);
    return read.success ? [withoutGaps(read.data)] : [];
  }),
);

const ForeignSchema = z
  .discriminatedUnion("role", [
    z.object({ role: z.literal("user"), content }),
    z.object({
      role: z.literal("assistant"),
      content: words,
      reasoning: text,
      reasoning_content: text,
      reasoning_details: payloads,
      anthropic_content_blocks: payloads,
      codex_reasoning_items: payloads,
      codex_message_items: payloads,
      tool_calls: calls.optional().catch(undefined),
    }),
    z.object({ role: z.literal("tool"), tool_call_id: id, name: id, tool_name: id, content }),
  ])
  .transform(withoutGaps);

/** Keys that were not given stay away. */
function withoutGaps(value: object): object {
  return Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== undefined));
}
