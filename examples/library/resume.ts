import { createAgent } from "hermes";

const first = await createAgent();
const { session_id: sessionId } = await first.runConversation("My name is Ann.");
await first.close();

await using second = await createAgent({ sessionId }); // another process, another day
const { messages, final_response: answer } = await second.runConversation("What is my name?");
console.log(answer);
console.log(messages.map(({ role }) => role).join(", "));
