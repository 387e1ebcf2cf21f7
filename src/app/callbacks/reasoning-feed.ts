import type { Feed } from "./callbacks.ts";

/** Thoughts as they come for whoever reads along; whole, once per reply, for everybody else. */
export function reasoningFeed(report: (text: string) => void, isStreamed: boolean): Feed {
  let wasHeard = false;
  return (event) => {
    if (event.type === "reasoning.delta" && isStreamed) {
      wasHeard = true;
      report(event.text);
    }
    if (event.type !== "reply.stored") return;
    const { reasoning } = event.reply;
    if (!wasHeard && typeof reasoning === "string" && reasoning !== "") report(reasoning);
    wasHeard = false;
  };
}
