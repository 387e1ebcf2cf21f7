import fc from "fast-check";
import type { Content, Message, ToolCall } from "../../src/domain/message.ts";

const codeLines = [
  "const value = await readFile(path, 'utf8');",
  "  if (index >= end) return null; // src/app/main.ts:42",
  "TypeError: cannot read properties of undefined",
  "see https://example.test/docs/page?x=1 and #1234 at 9f8e7d6c5b4a3f2e",
];
/** Cheap to draw and of any length: a few hundred of them make a history. */
const cut = (most: number, whole: string): fc.Arbitrary<string> =>
  fc.tuple(fc.nat({ max: most }), fc.nat({ max: 40 })).map(([length, from]) => whole.slice(from, from + length + 1));
const code = cut(2_500, codeLines.join("\n").repeat(20));
const cjk = cut(400, "请修复登录页面。数据库连接失败了，".repeat(40));
const base64 = cut(3_000, "QUJDZGVmMTIz/+".repeat(250));
const json = cut(600, "x").map((text) =>
  JSON.stringify({ ok: true, exit_code: 1, output: text.repeat(400), list: [1, null] }),
);
const odd = fc.constantFrom("🧪🚀 done", "half \ud800 pair", "\udc00", "", "   ", "a".repeat(250), "x".repeat(201));

/** Texts as they occur: source, other scripts, JSON, base64, emoji, lone surrogates, nothing. */
const anyText: fc.Arbitrary<string> = fc.oneof(
  code,
  cjk,
  json,
  base64,
  odd,
  fc.string({ unit: "binary", maxLength: 20 }),
);
/** Words somebody said: never nothing. */
const anyWords = anyText.map((text) => (/\S/.test(text) ? text : `said ${text}`));

const picture = { type: "image_url", image_url: { url: "data:image/png;base64,iVBORw0KGgo=" } } as const;
const withPicture = (text: string): Content => [{ type: "text", text }, picture];

const said = (arb: fc.Arbitrary<string>): fc.Arbitrary<Content> =>
  fc.oneof({ weight: 9, arbitrary: arb }, { weight: 1, arbitrary: arb.map(withPicture) });

const user: fc.Arbitrary<Message> = fc
  .tuple(said(anyWords), fc.constantFrom(undefined, undefined, undefined, "note", "notification", "user"))
  .map(([content, origin]) => ({
    role: "user" as const,
    content,
    ...(origin === undefined ? {} : { extra: { origin } }),
  }));
const asked: fc.Arbitrary<Message> = said(anyWords).map((content) => ({ role: "user" as const, content }));

const signed = fc.constantFrom<object>({}, {}, { reasoning_details: [{ type: "thinking", signature: "s" }] });
const spoken: fc.Arbitrary<Message> = fc
  .tuple(anyWords, signed)
  .map(([content, thinking]) => ({ role: "assistant" as const, content, ...thinking }));

const argumentsText = fc.oneof(
  anyText.map((content) => JSON.stringify({ path: "src/a.ts", content })),
  fc.constantFrom("{}", "not json", '{"command":"make lint"}', "{"),
);
const toolName = fc.constantFrom(
  "terminal",
  "read_file",
  "write_file",
  "search_files",
  "clarify",
  "made_up",
  "toString",
);

type Batch = readonly { readonly name: string; readonly text: string; readonly result: Content }[];
const oneCall = fc.record({ name: toolName, text: argumentsText, result: said(anyText) });
const batch: fc.Arbitrary<Batch> = fc.oneof(
  { weight: 6, arbitrary: fc.array(oneCall, { minLength: 1, maxLength: 3 }) },
  { weight: 1, arbitrary: fc.array(oneCall, { minLength: 4, maxLength: 15 }) },
);

function exchange(calls: Batch, words: string, thinking: object, answered = calls.length): readonly Message[] {
  const made = calls.map(({ name, text }): ToolCall => ({
    id: "",
    type: "function",
    function: { name, arguments: text },
  }));
  return [
    { role: "assistant", content: words, tool_calls: made, ...thinking },
    ...calls
      .slice(0, answered)
      .map(({ name, result }): Message => ({ role: "tool", tool_call_id: "", name, tool_name: name, content: result })),
  ];
}

const group = fc
  .tuple(batch, fc.constantFrom("", "let me look"), signed)
  .map(([calls, words, thinking]) => exchange(calls, words, thinking));
const openGroup = fc
  .tuple(batch, fc.nat({ max: 15 }), signed)
  .map(([calls, answered, thinking]) => exchange(calls, "", thinking, Math.min(answered, calls.length)));

const summary: fc.Arbitrary<Message> = fc
  .tuple(fc.constantFrom("user" as const, "assistant" as const), fc.nat({ max: 99 }))
  .map(([role, number]) => {
    const body = `## Goal\nolder goal ${number}\n\n## Completed Actions\n${number}. DID it\n\n## Progress\nhalf`;
    const source_range = { messages: 3, first_id: null, last_id: null };
    const mark = { version: 1, body, has_user_turn: true, source_range };
    return { role, content: `[CONTEXT COMPACTION]\n${body}`, extra: { origin: "summary", summary: mark } };
  });

const turn = fc
  .tuple(user, fc.array(group, { maxLength: 4 }), spoken)
  .map(([question, groups, answer]) => [question, ...groups.flat(), answer]);
const singleRun = fc
  .tuple(asked, fc.array(group, { minLength: 5, maxLength: 30 }))
  .map(([question, groups]) => [question, ...groups.flat()]);
const ending = fc.oneof(
  fc.constant<readonly Message[]>([]),
  asked.map((question) => [question]),
  fc
    .tuple(asked, fc.array(group, { maxLength: 3 }), openGroup)
    .map(([q, groups, open]) => [q, ...groups.flat(), ...open]),
);

/** Valid histories, from one message to several hundred; earlier summaries stand where their role fits. */
export const anyHistory: fc.Arbitrary<readonly Message[]> = fc
  .tuple(
    asked,
    fc.oneof(
      { weight: 4, arbitrary: fc.array(turn, { maxLength: 9 }).map((turns) => turns.flat()) },
      { weight: 1, arbitrary: singleRun },
    ),
    ending,
    fc.array(fc.tuple(fc.nat(), summary), { maxLength: 2 }),
  )
  .map(([first, turns, end, summaries]) => {
    const base: readonly Message[] = [...turns, ...end];
    let whole: readonly Message[] = base.length === 0 ? [first] : base;
    for (const [at, message] of summaries) whole = placed(whole, at, message);
    return withIds(whole);
  });

export const anyWindow = fc.integer({ min: 16_000, max: 1_000_000 });
/** Windows so small that most random histories are too long for them. */
export const tightWindow = fc.integer({ min: 2_000, max: 60_000 });

/** A summary where it breaks neither a group nor the alternation; nowhere, if there is no such place. */
function placed(list: readonly Message[], wish: number, message: Message): readonly Message[] {
  const fits = list.flatMap((_, at) => {
    const [before, after] = [list[at - 1], list[at]];
    const isFree = after?.role !== "tool" && before?.role !== message.role && after?.role !== message.role;
    return isFree && at > 0 ? [at] : [];
  });
  const at = fits[wish % Math.max(1, fits.length)];
  return at === undefined ? list : [...list.slice(0, at), message, ...list.slice(at)];
}

/** Each call gets an id of its own and its result the same. */
function withIds(list: readonly Message[]): readonly Message[] {
  let calls = 0;
  let open: string[] = [];
  return list.map((message) => {
    if (message.role === "assistant" && message.tool_calls !== undefined) {
      const tool_calls = message.tool_calls.map((call) => ({ ...call, id: `call_${calls++}` }));
      open = tool_calls.map((call) => call.id);
      return { ...message, tool_calls };
    }
    return message.role === "tool" ? { ...message, tool_call_id: open.shift() ?? "" } : message;
  });
}
