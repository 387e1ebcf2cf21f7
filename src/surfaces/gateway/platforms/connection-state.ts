/** Where a platform stands, for whoever asks how the gateway is. */
export type ConnectionState =
  | { readonly kind: "connecting" }
  | { readonly kind: "connected"; readonly sinceMs: number }
  | { readonly kind: "waiting"; readonly untilMs: number; readonly reason: string }
  | { readonly kind: "given-up"; readonly reason: string }
  | { readonly kind: "closed" };

export type PlatformStatus = { readonly name: string; readonly label: string; readonly state: ConnectionState };
