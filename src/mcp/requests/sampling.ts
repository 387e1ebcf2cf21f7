import type { CreateMessageRequestParams, CreateMessageResult } from "@modelcontextprotocol/client";
import { textOf, type Message } from "../../domain/message.ts";
import type { Asking } from "./asking.ts";

type SampleRequest = {
  readonly system: string | null;
  readonly messages: readonly Message[];
  readonly maxTokens: number;
  readonly temperature: number | null;
};

type Sampled =
  | { readonly kind: "reply"; readonly text: string; readonly model: string; readonly isCut: boolean }
  | { readonly kind: "failed"; readonly reason: string };

/** Asks a side model on a server's behalf. What it costs is charged to the call that is running. */
export type Sample = (request: SampleRequest, asking: Asking) => Promise<Sampled>;

/** A server wants words of a model. A person, or a setting, has to agree each time; nothing of our conversation goes along. */
export async function answerSampling(
  params: CreateMessageRequestParams,
  { server, asking, sample }: { readonly server: string; readonly asking: Asking | null; readonly sample: Sample },
): Promise<CreateMessageResult> {
  if (asking === null) throw new Error("sampling is answered only while one of the server's tools runs");
  const messages = params.messages.map(({ role, content }) => messageOf(role, wordsOf(content)));
  const words = [params.systemPrompt ?? "", ...messages.map(({ content }) => textOf(content))].join("\n").trim();
  const verdict = await asking.approve({
    tool: asking.tool,
    kind: "tool",
    action: `The MCP server ${server} asks a model: ${words}`,
    gate: { rule: `sampling:${server}`, description: "a server wants to use a model at your cost" },
  });
  if (verdict.decision === "deny") throw new Error("the user rejected the sampling request");
  const { maxTokens, temperature = null, systemPrompt: system = null } = params;
  const sampled = await sample({ system, messages, maxTokens, temperature }, asking);
  if (sampled.kind === "failed") throw new Error(sampled.reason);
  const { text, model, isCut } = sampled;
  return { role: "assistant", content: { type: "text", text }, model, stopReason: isCut ? "maxTokens" : "endTurn" };
}

function messageOf(role: "user" | "assistant", content: string): Message {
  return { role, content };
}

type Blocks = CreateMessageRequestParams["messages"][number]["content"];

function wordsOf(content: Blocks): string {
  return [content]
    .flat()
    .map((block) => (block.type === "text" ? block.text : `[${block.type} left out]`))
    .join("\n");
}
