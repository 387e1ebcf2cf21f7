import type {
  ImageBlockParam,
  MessageCreateParamsBase,
  MessageParam,
  TextBlockParam,
  Tool,
  ToolResultBlockParam,
  ToolUseBlockParam,
} from "@anthropic-ai/sdk/resources/messages";
import type { CacheMark } from "../../caching/marker.ts";
import type { Received } from "../received.ts";

/** Five minutes are never spelled out, so that there is one way to write a marker. */
type Markable<Block> = Readonly<Omit<Block, "cache_control">> & { readonly cache_control?: CacheMark };

export type TextBlock = Markable<Pick<TextBlockParam, "type" | "text">>;
export type ImageBlock = Markable<Pick<ImageBlockParam, "type" | "source">>;
export type ToolUseBlock = Markable<Pick<ToolUseBlockParam, "type" | "id" | "name" | "input">>;

/** A block list, plain text included: a marker never changes a shape. A string where the endpoint takes no list. */
export type ToolResultBlock = Markable<Pick<ToolResultBlockParam, "type" | "tool_use_id">> & {
  readonly content: string | readonly (TextBlock | ImageBlock)[];
};

/** Thinking and whatever else the endpoint sent: its own block, given back as it came. */
export type ReplayedBlock = Received & { readonly type: string; readonly cache_control?: CacheMark };

export type AnthropicBlock = TextBlock | ImageBlock | ToolUseBlock | ToolResultBlock | ReplayedBlock;

/** Roles of the list; system text stands outside it. */
export type AnthropicMessage = {
  readonly role: Exclude<MessageParam["role"], "system">;
  readonly content: readonly AnthropicBlock[];
};

export type AnthropicTool = Readonly<Pick<Tool, "name" | "description">> & { readonly input_schema: Received };

export type AnthropicBody = Readonly<
  Omit<MessageCreateParamsBase, "messages" | "system" | "tools" | "cache_control">
> & {
  readonly messages: readonly AnthropicMessage[];
  readonly system?: readonly TextBlock[];
  readonly tools?: readonly AnthropicTool[];
  /** Gone from the newest models' parameters, needed by the older ones when they think. */
  readonly temperature?: number;
};
