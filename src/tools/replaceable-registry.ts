import type { Registry } from "./registry.ts";

export type ReplaceableRegistry = Registry & {
  /** From the next request on. Whoever does this tells the person: what was cached is lost. */
  readonly replace: (next: Registry) => void;
};

/** A registry that can become another one without anybody who holds it having to know. */
export function replaceable(first: Registry): ReplaceableRegistry {
  let current = first;
  return {
    get names() {
      return current.names;
    },
    get tools() {
      return current.tools;
    },
    get schemas() {
      return current.schemas;
    },
    get deferred() {
      return current.deferred;
    },
    find: (name) => current.find(name),
    unknown: (name) => current.unknown(name),
    replace: (next) => void (current = next),
  };
}
