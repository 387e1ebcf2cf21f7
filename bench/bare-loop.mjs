// The least an agent can be, for comparison: fetch, read the stream, run the tool, send everything again.
import { readFile } from "node:fs/promises";

const [url, queryFile] = process.argv.slice(2);
const tools = [
  {
    type: "function",
    function: {
      name: "read_file",
      description: "Read a file",
      parameters: { type: "object", properties: { path: { type: "string" } } },
    },
  },
];
const messages = [
  { role: "system", content: "You are a helpful agent." },
  { role: "user", content: await readFile(queryFile, "utf8") },
];

for (;;) {
  const response = await fetch(`${url}/chat/completions`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: "Bearer bench" },
    body: JSON.stringify({ model: "bench", messages, tools, stream: true, stream_options: { include_usage: true } }),
  });
  const reply = await read(response);
  messages.push(reply);
  if (reply.tool_calls.length === 0) {
    process.stdout.write(`${reply.content}\n`);
    break;
  }
  for (const call of reply.tool_calls) {
    const { path } = JSON.parse(call.function.arguments);
    messages.push({ role: "tool", tool_call_id: call.id, content: await readFile(path, "utf8") });
  }
}

async function read(response) {
  const reply = { role: "assistant", content: "", tool_calls: [] };
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of response.body) {
    rest += decoder.decode(chunk, { stream: true });
    const events = rest.split("\n\n");
    rest = events.pop() ?? "";
    for (const event of events) take(event.replace(/^data: /, ""), reply);
  }
  return reply;
}

function take(data, reply) {
  if (data === "[DONE]") return;
  const delta = JSON.parse(data).choices[0]?.delta ?? {};
  reply.content += delta.content ?? "";
  for (const { index, id, function: part } of delta.tool_calls ?? []) {
    const call = (reply.tool_calls[index] ??= { id, type: "function", function: { name: part.name, arguments: "" } });
    call.function.arguments += part.arguments;
  }
}
