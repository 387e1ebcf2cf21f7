import type { Runtime } from "../domain/runtime.ts";

/** The same model at the same place. */
export function isSameModel(a: Runtime, b: Runtime): boolean {
  return a.model === b.model && isSamePlace(a, b);
}

/** The same account: what one key may not do there, it may not do with another model either. */
export function isSameAccount(a: Runtime, b: Runtime): boolean {
  return isSamePlace(a, b) && (a.credential?.secret.reveal() ?? "") === (b.credential?.secret.reveal() ?? "");
}

function isSamePlace(a: Runtime, b: Runtime): boolean {
  return a.provider === b.provider && a.baseUrl === b.baseUrl;
}
