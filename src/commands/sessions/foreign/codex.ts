import { z } from "zod";
import { jsonLine, type RawMessage, type ReadTranscript, secondsOf, transcriptSession } from "./transcript-session.ts";

const Line = z.looseObject({ timestamp: z.string().optional(), type: z.string(), payload: z.unknown().optional() });
const Meta = z.looseObject({ id: z.string(), cwd: z.string().optional() });
const Context = z.looseObject({ model: z.string().optional() });
const Part = z.looseObject({ type: z.string(), text: z.string().optional() });
const Item = z.discriminatedUnion("type", [
  z.looseObject({ type: z.literal("message"), role: z.enum(["user", "assistant"]), content: z.array(Part) }),
  z.looseObject({ type: z.literal("function_call"), name: z.string(), arguments: z.string(), call_id: z.string() }),
  z.looseObject({ type: z.literal("function_call_output"), call_id: z.string(), output: z.unknown() }),
]);

/** What the program itself put in front of a person's words. */
const injected = /^\s*<(?:environment_context|user_instructions|INSTRUCTIONS)>/;

/** A rollout of Codex: the first line names the session, items are those of its provider. */
export function readCodex(text: string, fallbackId: string): ReadTranscript | null {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const read = lines.flatMap((line) => Line.safeParse(jsonLine(line)).data ?? []);
  const meta = read.flatMap(({ type, payload }) =>
    type === "session_meta" ? (Meta.safeParse(payload).data ?? []) : [],
  );
  const models = read.flatMap(({ type, payload }) =>
    type === "turn_context" ? (Context.safeParse(payload).data?.model ?? []) : [],
  );
  const items = read.flatMap(({ type, timestamp, payload }) => {
    const item = type === "response_item" ? Item.safeParse(payload).data : undefined;
    return item === undefined ? [] : [{ at: secondsOf(timestamp), item }];
  });
  const names = new Map(
    items.flatMap(({ item }) => (item.type === "function_call" ? [[item.call_id, item.name] as const] : [])),
  );
  const raw = items.flatMap(({ at, item }) => messageOf(at, item, names));
  const id = `codex-${meta[0]?.id ?? fallbackId}`;
  const about = { id, source: "codex", model: models.at(-1) ?? "", cwd: meta[0]?.cwd ?? null, title: null };
  return transcriptSession(about, withCalls(raw), lines.length - items.length - meta.length);
}

function messageOf(at: number, item: z.infer<typeof Item>, names: ReadonlyMap<string, string>): readonly RawMessage[] {
  switch (item.type) {
    case "message": {
      const content = item.content
        .flatMap(({ text }) => text ?? [])
        .join("\n")
        .trim();
      if (content === "" || (item.role === "user" && injected.test(content))) return [];
      return [{ at, fields: { role: item.role, content } }];
    }
    case "function_call": {
      const { call_id: id, name, arguments: args } = item;
      const call = { id, type: "function", function: { name, arguments: args } };
      return [{ at, fields: { role: "assistant", content: "", tool_calls: [call] } }];
    }
    case "function_call_output": {
      const name = names.get(item.call_id) ?? "";
      const content = typeof item.output === "string" ? item.output : JSON.stringify(item.output ?? "");
      return [{ at, fields: { role: "tool", tool_call_id: item.call_id, name, tool_name: name, content } }];
    }
  }
}

const Calls = z.looseObject({ role: z.literal("assistant"), content: z.string(), tool_calls: z.array(z.unknown()) });

/** Calls made in one breath, one line each, are one message. */
function withCalls(raw: readonly RawMessage[]): readonly RawMessage[] {
  const out: RawMessage[] = [];
  for (const message of raw) {
    const [calls, before] = [Calls.safeParse(message.fields).data, Calls.safeParse(out.at(-1)?.fields).data];
    const last = out.at(-1);
    if (calls === undefined || before === undefined || last === undefined) out.push(message);
    else
      out[out.length - 1] = {
        at: last.at,
        fields: { ...before, tool_calls: [...before.tool_calls, ...calls.tool_calls] },
      };
  }
  return out;
}
