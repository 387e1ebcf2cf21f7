import { adoptRuntime } from "../agent/switch-runtime.ts";
import type { TurnDeps } from "../agent/turn-state.ts";
import type { Runtime } from "../domain/runtime.ts";
import type { Conversation } from "./conversation.ts";

/** A person's choice of another model: what turns fall back from is that one now. */
export async function chooseRuntime(next: Runtime, conversation: Conversation, deps: TurnDeps): Promise<void> {
  const { keys, fallback } = deps.detours;
  const ready = (await keys.attach(next, new AbortController().signal)) ?? next;
  fallback.replacePrimary(ready);
  conversation.switchModel(ready);
  adoptRuntime(ready, deps);
}
