import type { RuntimeName } from "./runtime.ts";

/** What endpoints turned out not to take, learned from their refusals. The process's: every session in it profits. */
export type EndpointMemory = {
  /** Runtimes that take nothing but text from tools. */
  readonly textTools: Set<string>;
  /** Names of `anthropic-beta` that the account may not use. */
  readonly droppedBetas: Set<string>;
};

export function emptyEndpointMemory(): EndpointMemory {
  return { textTools: new Set(), droppedBetas: new Set() };
}

export function endpointKey({ provider, model }: RuntimeName): string {
  return `${provider}/${model}`;
}
