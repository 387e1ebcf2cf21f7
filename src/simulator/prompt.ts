import type { ApiMode } from "../domain/runtime.ts";
import type { PromptLayout } from "./cache/layout.ts";

/** A request that passed its vendor's checks, in words no vendor owns. Reply sources read only this. */
export type Prompt = {
  readonly mode: ApiMode;
  readonly model: string;
  readonly stream: boolean;
  readonly system: string;
  readonly turns: readonly Turn[];
  readonly tools: readonly OfferedTool[];
  readonly layout: PromptLayout;
  readonly outputCap: number | null;
};

export type Turn =
  | { readonly role: "user"; readonly text: string }
  | { readonly role: "assistant"; readonly text: string; readonly calls: readonly PromptCall[] }
  | { readonly role: "tool"; readonly callId: string; readonly text: string };

export type PromptCall = { readonly id: string; readonly name: string; readonly arguments: string };

type OfferedTool = {
  readonly name: string;
  readonly description: string;
  readonly parameters: Readonly<Record<string, unknown>>;
};

export function promptTokens({ layout }: Prompt): number {
  return layout.blocks.reduce((sum, block) => sum + block.tokens, 0);
}

/** Results are not words of the user, though one format sends them as such. */
export function newestUserText(turns: readonly Turn[]): string {
  return turns.findLast((turn) => turn.role === "user")?.text ?? "";
}
