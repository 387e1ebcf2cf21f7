import type { InboundMessage } from "./gateway-ledger.ts";

/** What plugins and shell hooks have to do with messages of chats. Nothing here rejects. */
export type GatewayHooks = {
  /** Of somebody who is allowed to speak: the message as it goes on, or that it does not. */
  readonly beforeDispatch: (message: InboundMessage, signal: AbortSignal) => Promise<DispatchVerdict>;
  /** Edits, reactions, joins. Returns at once. */
  readonly heard: (platform: string, event: Readonly<Record<string, unknown>>) => void;
};

export type DispatchVerdict =
  | { readonly kind: "dispatch"; readonly message: InboundMessage }
  /** `by`: who wants it, in words. */
  | { readonly kind: "skip"; readonly by: string };
