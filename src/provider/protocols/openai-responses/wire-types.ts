import type {
  EasyInputMessage,
  FunctionTool,
  ResponseCreateParamsBase,
  ResponseFunctionToolCall,
  ResponseInputImage,
  ResponseInputItem,
  ResponseInputText,
} from "openai/resources/responses/responses";
import type { Breakpoint } from "../../caching/automatic-cache.ts";
import type { Effort } from "../../../domain/runtime.ts";
import type { Received } from "../received.ts";

/** `detail` is whatever the history has; the endpoint's default when it has none. */
export type InputPart =
  | (Readonly<Pick<ResponseInputText, "type" | "text">> & { readonly prompt_cache_breakpoint?: Breakpoint })
  | (Readonly<Pick<ResponseInputImage, "type">> & { readonly image_url: string; readonly detail?: string });

type InputMessage = Readonly<Pick<EasyInputMessage, "role">> & {
  readonly content: string | readonly InputPart[];
};

type CallItem = Readonly<Pick<ResponseFunctionToolCall, "type" | "call_id" | "name" | "arguments">>;

type CallOutputItem = Readonly<Pick<ResponseInputItem.FunctionCallOutput, "type">> & {
  readonly call_id: string;
  readonly output: string | readonly InputPart[];
};

/** Reasoning and messages of the same endpoint, given back as they came. */
export type ReplayedItem = Received & { readonly type: "reasoning" | "message" };

export type InputItem = InputMessage | CallItem | CallOutputItem | ReplayedItem;

export type ResponsesTool = Readonly<Pick<FunctionTool, "type" | "name" | "description" | "strict">> & {
  readonly parameters: Readonly<Record<string, unknown>>;
};

/** Other vendors of this format have efforts of their own. */
export type ResponsesBody = Readonly<
  Omit<ResponseCreateParamsBase, "input" | "tools" | "reasoning" | "store" | "instructions">
> & {
  readonly instructions: string;
  readonly input: readonly InputItem[];
  readonly store: false;
  readonly tools?: readonly ResponsesTool[];
  readonly reasoning?: { readonly effort?: Effort; readonly summary: "auto" };
};
