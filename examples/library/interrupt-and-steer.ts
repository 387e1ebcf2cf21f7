import { createAgent } from "hermes";

await using agent = await createAgent({
  toolProgressCallback: (event) => {
    // Does not stop anything: the model reads it with the results of the tools that run now.
    if (event === "tool.started") agent.steer("Only the number, please.");
  },
});
console.log(await agent.chat("How many lines has README.md?"));

const result = await agent.runConversation("Tell me a long story.", {
  streamCallback: () => agent.interrupt("that is enough"), // at the first words
});
console.log(result.exit_reason, result.interrupted, result.interrupt_message);
console.log("shown so far:", result.partial_text);
