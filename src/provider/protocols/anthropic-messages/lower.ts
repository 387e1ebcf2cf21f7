import type { Message, ToolMessage } from "../../../domain/message.ts";
import type { ModelRequest, ToolSchema } from "../../../domain/model-client.ts";
import { wellFormed } from "../../../text/well-formed.ts";
import type { BlockAt } from "../../caching/marker.ts";
import { emptyText, imageNote, imageThinned, joinTexts, noOutput, piecesOf, toolImageNote } from "../content.ts";
import { createMemo } from "../memo.ts";
import { lowerAssistant } from "./assistant-blocks.ts";
import { createDistinctUses } from "./distinct-uses.ts";
import { blocksOf } from "./image-blocks.ts";
import { createMerger } from "./merge.ts";
import { createPairing, type Paired } from "./pairing.ts";
import { thinnedResults } from "./thinned-results.ts";
import { lowerTools } from "./tools.ts";
import type { AnthropicMessage, AnthropicTool, ToolResultBlock } from "./wire-types.ts";

export type LoweredAnthropic = {
  readonly messages: readonly AnthropicMessage[];
  readonly tools: readonly AnthropicTool[];
  /** Where the newest real user message ends. */
  readonly anchor: BlockAt | null;
};

type Lowering = {
  readonly note: string | null;
  readonly toolNote: string | null;
  readonly toolBlocks: boolean;
  readonly keepsThinking: (index: number) => boolean;
  readonly thinned: ReadonlySet<ToolMessage>;
};

/** Messages are lowered one by one and once; what joins neighbours is remembered as well. */
export function createAnthropicLowering(): (request: ModelRequest) => LoweredAnthropic {
  const lowered = createMemo<Message, AnthropicMessage>();
  const tools = createMemo<readonly ToolSchema[], readonly AnthropicTool[]>();
  const pairCalls = createPairing();
  const distinctUses = createDistinctUses();
  const merge = createMerger();
  const lowerOne = (paired: Paired, index: number, lowering: Lowering): AnthropicMessage | null => {
    const { message } = paired;
    if (message.role === "assistant") {
      const keeps = lowering.keepsThinking(index);
      return lowered(message, `${keeps}|${paired.unanswered.join("|")}`, () =>
        wellFormed(lowerAssistant(message, keeps, paired.unanswered)),
      );
    }
    if (message.role === "user")
      return lowered(message, lowering.note ?? "", () => wellFormed(lowerUser(message, lowering.note)));
    if (paired.callId === null) return null;
    const { toolNote, toolBlocks } = lowering;
    const note = lowering.thinned.has(message) ? (toolNote ?? imageThinned) : toolNote;
    const { callId } = paired;
    return lowered(message, `${callId}|${toolBlocks}|${note}`, () =>
      wellFormed(resultMessage(callId, resultOf(message, note, toolBlocks))),
    );
  };
  const lowerAll = (request: ModelRequest): LoweredAnthropic => {
    const lowering = loweringOf(request);
    const single = pairCalls(request.messages).map((paired, index) => lowerOne(paired, index, lowering));
    return {
      ...merge(distinctUses(single), request.turnStart),
      tools: tools(request.tools, "", () => wellFormed(lowerTools(request.tools))),
    };
  };
  const whole = createMemo<ModelRequest, LoweredAnthropic>(); // the markers ask for the same again
  return (request) => whole(request, "", () => lowerAll(request));
}

/** Thinking belongs to the turn that runs, and to the endpoint that signed it. */
function loweringOf(request: ModelRequest): Lowering {
  const replays = request.runtime.traits.official && !request.latches.reasoningDetailsDisabled;
  return {
    note: imageNote(request),
    toolNote: toolImageNote(request),
    toolBlocks: !request.latches.toolTextOnly,
    keepsThinking: (index) => replays && index > request.turnStart,
    thinned: thinnedResults(request),
  };
}

function lowerUser({ content }: Message, note: string | null): AnthropicMessage {
  return { role: "user", content: blocksOf(piecesOf(content, note), emptyText) };
}

function resultMessage(callId: string, content: ToolResultBlock["content"]): AnthropicMessage {
  return { role: "user", content: [{ type: "tool_result", tool_use_id: callId, content }] };
}

function resultOf({ content }: ToolMessage, note: string | null, asBlocks: boolean): ToolResultBlock["content"] {
  const pieces = piecesOf(content, note);
  return asBlocks ? blocksOf(pieces, noOutput) : joinTexts(pieces) || noOutput;
}
