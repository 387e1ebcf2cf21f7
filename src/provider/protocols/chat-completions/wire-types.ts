import type {
  ChatCompletionAssistantMessageParam,
  ChatCompletionContentPartImage,
  ChatCompletionContentPartText,
  ChatCompletionCreateParamsBase,
  ChatCompletionDeveloperMessageParam,
  ChatCompletionFunctionTool,
  ChatCompletionMessageFunctionToolCall,
  ChatCompletionSystemMessageParam,
  ChatCompletionToolMessageParam,
  ChatCompletionUserMessageParam,
} from "openai/resources/chat/completions";
import type { Effort } from "../../../domain/runtime.ts";
import type { Breakpoint } from "../../caching/automatic-cache.ts";
import type { CacheMark } from "../../caching/marker.ts";

/** Endpoints that pass markers on take them on parts and messages. */
type Markable = { readonly cache_control?: CacheMark };

/** `detail` is whatever the history has. */
type Image = Omit<ChatCompletionContentPartImage, "image_url"> & {
  readonly image_url: { readonly url: string; readonly detail?: string };
};

type TextPart = Omit<ChatCompletionContentPartText, "prompt_cache_breakpoint"> & {
  readonly prompt_cache_breakpoint?: Breakpoint;
};

export type ChatPart = Readonly<(TextPart | Image) & Markable>;

type Parts = { readonly content: string | readonly ChatPart[] };

/** Our contents are read-only and may hold images in any role: tool results show pictures to models that see. */
type With<Message> = Readonly<Omit<Message, "content">> & Markable & Parts;

export type ChatCall = Readonly<ChatCompletionMessageFunctionToolCall> & { readonly extra_content?: unknown };

/** Reasoning that some endpoints want back (agent-loop 4.4). */
type Echo = { readonly reasoning_content?: string; readonly reasoning_details?: readonly unknown[] };

type ChatAssistant = Readonly<Pick<ChatCompletionAssistantMessageParam, "role">> &
  Markable &
  Echo & { readonly content: string | readonly ChatPart[] | null; readonly tool_calls?: readonly ChatCall[] };

/** `name`: the Gemini endpoint refuses a result without it, the others pass over it. */
type ChatToolResult = With<ChatCompletionToolMessageParam> & { readonly name: string };

export type ChatMessage =
  | With<ChatCompletionSystemMessageParam>
  | With<ChatCompletionDeveloperMessageParam>
  | With<ChatCompletionUserMessageParam>
  | ChatAssistant
  | ChatToolResult;

export type ChatTool = Readonly<Pick<ChatCompletionFunctionTool, "type">> & {
  readonly function: Readonly<Omit<ChatCompletionFunctionTool["function"], "parameters">> & {
    readonly parameters: Readonly<Record<string, unknown>>;
  };
};

/** `reasoning` is OpenRouter's own. */
export type ChatBody = Readonly<Omit<ChatCompletionCreateParamsBase, "messages" | "tools">> & {
  readonly messages: readonly ChatMessage[];
  readonly tools?: readonly ChatTool[];
  readonly reasoning?: { readonly enabled: boolean; readonly effort?: Effort };
};
