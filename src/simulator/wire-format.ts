import type { ApiMode } from "../domain/runtime.ts";
import type { Answer } from "./answer.ts";
import type { ModelProfile } from "./model-profiles.ts";
import type { Prompt } from "./prompt.ts";
import type { Refusal } from "./refusal.ts";
import type { Seal } from "./seal.ts";

/** One vendor's side of the wire: how a request is judged and how an answer is framed. */
export type WireFormat = {
  readonly mode: ApiMode;
  readonly path: string;
  readonly requestIdHeader: string;
  /** The key a request presents, or null. */
  readonly credential: (headers: Readonly<Record<string, string>>) => string | null;
  readonly headerProblem: (headers: Readonly<Record<string, string>>) => Refusal | null;
  readonly read: (body: unknown, context: ReadContext) => Reading;
  readonly unauthorized: (presented: string | null) => Refusal;
  readonly unknownModel: (model: string) => Refusal;
  readonly overflow: (tokens: number, limit: number) => Refusal;
  readonly errorBody: (refusal: Refusal, requestId: string) => object;
  /** An error in the middle of a stream. */
  readonly errorFrame: (message: string) => Frame;
};

export type ReadContext = {
  readonly profile: ModelProfile;
  readonly seal: Seal;
  /** A call this simulator issued without any thinking in front of it: none can be asked back. */
  readonly cameWithoutThinking: (callId: string) => boolean;
};

export type Reading =
  | { readonly kind: "refused"; readonly refusal: Refusal }
  | {
      readonly kind: "read";
      readonly prompt: Omit<Prompt, "layout"> & { readonly layout: Omit<Prompt["layout"], "scope"> };
      readonly cacheKey: string;
      readonly render: (answer: Answer) => Rendered;
    };

/** Both ways to say the same thing. */
export type Rendered = { readonly whole: object; readonly frames: readonly Frame[] };

export type Frame = { readonly event: string | null; readonly data: object | "[DONE]" };

export function encodeFrame({ event, data }: Frame): string {
  const payload = data === "[DONE]" ? data : JSON.stringify(data);
  return `${event === null ? "" : `event: ${event}\n`}data: ${payload}\n\n`;
}
