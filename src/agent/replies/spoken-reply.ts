import type { ModelReply } from "../../domain/model-client.ts";
import { withoutMemoryBlocks } from "../../text/stream-scrubber.ts";
import { splitThinking } from "../../text/think-tags.ts";

/** A reply in the words meant for the person. Inline thinking is its reasoning only where the endpoint named none. */
export function spokenReply(reply: ModelReply): ModelReply {
  const { text, thinking } = splitThinking(reply.content);
  const content = withoutMemoryBlocks(text);
  const reasoning = reply.reasoning ?? (thinking === "" ? null : thinking);
  return content === reply.content && reasoning === reply.reasoning ? reply : { ...reply, content, reasoning };
}
