import type {
  ResponseFunctionToolCall,
  ResponseOutputMessage,
  ResponseReasoningItem,
} from "openai/resources/responses/responses";
import type { Answer, AnswerBlock } from "../answer.ts";
import { piecesOf } from "../pieces.ts";
import type { Ids } from "../ids.ts";
import type { Seal } from "../seal.ts";

/** An item of the output, with the pieces in which it is streamed. */
export type OutputItem = {
  readonly item: (ResponseFunctionToolCall & { id: string }) | ResponseOutputMessage | ResponseReasoningItem;
  readonly pieces: readonly string[];
};

export type ItemSettings = { readonly seal: Seal; readonly withEncrypted: boolean; readonly isCutShort: boolean };

export function itemsOf(answer: Answer, settings: ItemSettings): readonly OutputItem[] {
  const items = answer.blocks.map((block, index) => {
    const isLast = index === answer.blocks.length - 1;
    return itemOf(block, answer.ids, { ...settings, isCutShort: settings.isCutShort && isLast });
  });
  return answer.refusal === null ? items : [...items, refusalItem(answer.refusal, answer.ids)];
}

function itemOf(block: AnswerBlock, ids: Ids, settings: ItemSettings): OutputItem {
  const status = settings.isCutShort ? "incomplete" : "completed";
  switch (block.kind) {
    case "thinking":
      return { item: reasoningItem(block.text, ids("rs_"), settings), pieces: block.pieces };
    case "redacted":
      return { item: { ...reasoningItem(block.data, ids("rs_"), settings), summary: [] }, pieces: [] };
    case "text":
      return {
        item: {
          id: ids("msg_"),
          type: "message",
          status,
          role: "assistant",
          content: [{ type: "output_text", text: block.text, annotations: [], logprobs: [] }],
          ...(block.phase === null ? {} : { phase: block.phase }),
        },
        pieces: block.pieces,
      };
    case "call": {
      const { name, arguments: args, id } = block;
      const item = {
        id: ids("fc_"),
        type: "function_call" as const,
        status,
        arguments: args,
        call_id: id,
        name,
      } as const;
      return { item, pieces: block.pieces };
    }
  }
}

function reasoningItem(text: string, id: string, { seal, withEncrypted }: ItemSettings): ResponseReasoningItem {
  return {
    id,
    type: "reasoning",
    summary: [{ type: "summary_text", text }],
    ...(withEncrypted ? { encrypted_content: seal.close(text) } : {}),
  };
}

function refusalItem(refusal: string, ids: Ids): OutputItem {
  return {
    item: {
      id: ids("msg_"),
      type: "message",
      status: "completed",
      role: "assistant",
      content: [{ type: "refusal", refusal }],
    },
    pieces: piecesOf(refusal),
  };
}
