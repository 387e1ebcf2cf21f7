import type { Message } from "../../src/domain/message.ts";

const line =
  "src/app/main.ts:42: const value = await readFile(path); // see https://example.test/a?x=1 at 9f8e7d6c5b4a\n";

/** 2,000 messages, 1 MB: turns of a question, nine calls with results, an answer. Everything is made anew each time. */
export function bulkyHistory(messages = 2_000, bytes = 1_000_000): Message[] {
  const size = Math.floor((2 * bytes) / messages) - 300; // every other message is a long one; the rest is ids and names
  const text = (index: number): string => `${index} ${line.repeat(Math.ceil(size / line.length))}`.slice(0, size);
  return Array.from({ length: messages }, (_, index): Message => {
    const place = index % 20;
    if (place === 0) return { role: "user", content: `question ${index}` };
    if (place === 19) return { role: "assistant", content: `answer ${text(index)}` };
    const id = `call_${place % 2 === 1 ? index : index - 1}`;
    if (place % 2 === 0)
      return { role: "tool", tool_call_id: id, name: "read_file", tool_name: "read_file", content: text(index) };
    const made = { name: "read_file", arguments: JSON.stringify({ path: `src/file-${index}.ts` }) };
    return { role: "assistant", content: "", tool_calls: [{ id, type: "function", function: made }] };
  });
}
