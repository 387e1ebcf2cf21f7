import { createAgent } from "hermes";

await using agent = await createAgent();
console.log(await agent.chat("What is the capital of Norway?"));
