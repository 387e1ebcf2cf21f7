import type { RefreshCredential } from "../../domain/credential-pool.ts";
import type { Resolved } from "../resolve/model-settings.ts";
import type { Runtime } from "../../domain/runtime.ts";

/**
 * For keys of no pool: whoever changed a key while we were running wrote it where we read it at the start. `resolve`
 * reads settings and secrets again for the same provider, model and address.
 */
export function rereadCredential(resolve: (runtime: Runtime) => Resolved<Runtime>): RefreshCredential {
  return async (runtime, signal) => {
    signal.throwIfAborted();
    const found = resolve(runtime);
    if (found.kind === "problem" || found.value.baseUrl !== runtime.baseUrl) return null;
    const { credential } = found.value;
    const isNew = credential !== null && credential.secret.reveal() !== runtime.credential?.secret.reveal();
    return isNew ? { ...runtime, credential } : null;
  };
}
