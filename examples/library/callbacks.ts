import { stdout } from "node:process";
import { createAgent } from "hermes";

await using agent = await createAgent({
  enabledToolsets: ["file", "clarify"],
  streamDeltaCallback: (text) => void stdout.write(text ?? "\n"),
  toolProgressCallback: (event, name, preview) => {
    if (event === "tool.started") console.log(`> ${name} ${preview}`);
  },
  statusCallback: (kind, message) => console.log(`[${kind}] ${message}`),
  clarifyCallback: async (question, choices) => {
    console.log(`? ${question} (${choices.join(", ")})`);
    return choices[0] ?? ""; // ask a person here
  },
});

const result = await agent.runConversation("Summarise README.md.");
console.log(`\n${result.exit_reason} after ${result.api_calls} requests, ${result.total_tokens} tokens`);
