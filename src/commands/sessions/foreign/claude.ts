import { z } from "zod";
import { jsonLine, type RawMessage, type ReadTranscript, secondsOf, transcriptSession } from "./transcript-session.ts";

const Block = z.looseObject({ type: z.string() });
const Line = z.looseObject({
  type: z.enum(["user", "assistant"]),
  isSidechain: z.boolean().optional(),
  isMeta: z.boolean().optional(),
  sessionId: z.string().optional(),
  cwd: z.string().optional(),
  timestamp: z.string().optional(),
  message: z.looseObject({
    id: z.string().optional(),
    model: z.string().optional(),
    content: z.union([z.string(), z.array(Block)]),
  }),
});
type Line = z.infer<typeof Line>;
type Blocks = readonly z.infer<typeof Block>[];

const Text = z.object({ type: z.literal("text"), text: z.string() });
const Thinking = z.object({ type: z.literal("thinking"), thinking: z.string() });
const Use = z.object({ type: z.literal("tool_use"), id: z.string(), name: z.string(), input: z.unknown() });
const Result = z.object({ type: z.literal("tool_result"), tool_use_id: z.string(), content: z.unknown() });

/** A transcript of Claude Code: one JSON line an event, an answer cut into one line per block. */
export function readClaude(text: string, fallbackId: string): ReadTranscript | null {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const read = lines.flatMap((line) => Line.safeParse(jsonLine(line)).data ?? []);
  const own = read.filter(({ isSidechain, isMeta }) => isSidechain !== true && isMeta !== true);
  const names = new Map(
    own.flatMap(({ message }) => usesIn(message.content).map(({ id, name }) => [id, name] as const)),
  );
  const raw = joined(own).flatMap((line) => messagesOf(line, names));
  const head = own.find(({ sessionId }) => sessionId !== undefined);
  const model = own.findLast(({ message }) => message.model !== undefined)?.message.model ?? "";
  const id = `claude-${head?.sessionId ?? fallbackId}`;
  const about = { id, source: "claude", model, cwd: head?.cwd ?? null, title: null };
  return transcriptSession(about, raw, lines.length - own.length);
}

/** Lines of the same answer are one message. */
function joined(lines: readonly Line[]): readonly Line[] {
  const out: Line[] = [];
  for (const line of lines) {
    const before = out.at(-1);
    const isSame = line.message.id !== undefined && before?.message.id === line.message.id;
    if (before === undefined || !isSame) out.push(line);
    else out[out.length - 1] = { ...before, message: { ...before.message, content: both(before, line) } };
  }
  return out;
}

function both(one: Line, other: Line): z.infer<typeof Block>[] {
  return [...blocksOf(one.message.content), ...blocksOf(other.message.content)];
}

function messagesOf({ type, timestamp, message }: Line, names: ReadonlyMap<string, string>): readonly RawMessage[] {
  const at = secondsOf(timestamp);
  const blocks = blocksOf(message.content);
  const content = textIn(blocks);
  if (type === "assistant") {
    const calls = usesIn(blocks).map(({ id, name, input }) => ({
      id,
      type: "function",
      function: { name, arguments: JSON.stringify(input ?? {}) },
    }));
    const reasoning = parsed(blocks, Thinking)
      .map(({ thinking }) => thinking)
      .join("\n");
    const thought = reasoning === "" ? {} : { reasoning };
    if (content === "" && calls.length === 0) return [];
    return [
      { at, fields: { role: "assistant", content, ...thought, ...(calls.length === 0 ? {} : { tool_calls: calls }) } },
    ];
  }
  const results = parsed(blocks, Result).map(({ tool_use_id: id, content: given }): RawMessage => {
    const name = names.get(id) ?? "";
    return { at, fields: { role: "tool", tool_call_id: id, name, tool_name: name, content: resultText(given) } };
  });
  return [...results, ...(content === "" ? [] : [{ at, fields: { role: "user", content } }])];
}

function blocksOf(content: string | Blocks): Blocks {
  return typeof content === "string" ? [{ type: "text", text: content }] : content;
}

function usesIn(content: string | Blocks) {
  return parsed(blocksOf(content), Use);
}

function textIn(blocks: Blocks): string {
  return parsed(blocks, Text)
    .map(({ text }) => text)
    .join("\n")
    .trim();
}

function parsed<T>(blocks: Blocks, schema: z.ZodType<T>): readonly T[] {
  return blocks.flatMap((block) => schema.safeParse(block).data ?? []);
}

function resultText(content: unknown): string {
  if (typeof content === "string") return content;
  const blocks = z.array(Block).safeParse(content).data;
  return blocks === undefined ? JSON.stringify(content ?? "") : textIn(blocks);
}
