import type { Message, ToolMessage } from "../../../domain/message.ts";
import type { ModelRequest } from "../../../domain/model-client.ts";

const keptWithImages = 3;

/** Results of earlier turns whose images are too old to send. Fixed for the turn: it looks only behind the question. */
export function thinnedResults({ messages, turnStart }: ModelRequest): ReadonlySet<ToolMessage> {
  const thinned = new Set<ToolMessage>();
  let seen = 0;
  for (let index = turnStart - 1; index >= 0; index--) {
    const message = messages[index];
    if (message === undefined || !showsImage(message)) continue;
    if (seen >= keptWithImages) thinned.add(message);
    seen += 1;
  }
  return thinned;
}

function showsImage(message: Message): message is ToolMessage {
  if (message.role !== "tool" || typeof message.content === "string") return false;
  return message.content.some((part) => part.type === "image_url");
}
