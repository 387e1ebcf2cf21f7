import { createAgent } from "hermes";

await using agent = await createAgent({
  prefetch: [({ userMessage }) => (userMessage.includes("lunch") ? "Ann does not eat meat." : null)],
  preLlmCall: [() => `It is ${new Date().toISOString().slice(0, 10)}.`],
});

const result = await agent.runConversation("[Ann] What is for lunch?", { persistUserMessage: "What is for lunch?" });
console.log(result.final_response);
console.log("stored:", result.messages[0]?.content);
