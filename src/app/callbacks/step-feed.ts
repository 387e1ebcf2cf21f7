import { textOf } from "../../domain/message.ts";
import { AskedCalls } from "./asked-calls.ts";
import type { Feed } from "./callbacks.ts";

export type StepTool = { readonly name: string; readonly arguments: string; readonly result: string };

/** After each step, with every call it answered. */
export function stepFeed(report: (iteration: number, tools: readonly StepTool[]) => void): Feed {
  const asked = new AskedCalls();
  let tools: readonly StepTool[] = [];
  return (event) => {
    asked.hear(event);
    if (event.type === "tool.finished") {
      const { name, arguments: args } = asked.of(event);
      tools = [...tools, { name, arguments: args, result: textOf(event.result.content) }];
    }
    if (event.type !== "step.finished") return;
    report(event.step, tools);
    tools = [];
  };
}
