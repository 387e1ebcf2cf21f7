import { stdout } from "node:process";
import { createAgent } from "hermes";

await using agent = await createAgent();
const turn = agent.session.send({ content: "List the files here." });

for await (const event of turn.events) {
  switch (event.type) {
    case "text.delta":
      stdout.write(event.text);
      break;
    case "tool.started":
      console.log(`> ${event.call.function.name} ${event.preview}`);
      break;
    case "tool.finished":
      console.log(event.ok ? "  done" : "  failed");
      break;
    default: // new kinds of events may come; ignore what you do not know
  }
}

const { exit_reason } = await turn.result;
console.log(`\n${exit_reason}`);
