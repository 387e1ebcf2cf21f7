import type { Runtime } from "../domain/runtime.ts";
import type { Emit } from "../domain/event.ts";
import type { Lease } from "../store/store.ts";
import type { ContextOf } from "./context-of.ts";
import type { Conversation } from "./conversation.ts";
import { followReferences } from "./follow-references.ts";
import type { Rewinder } from "./rewinder.ts";
import type { SessionDeps } from "./session-deps.ts";
import type { TurnInput } from "./turn-input.ts";

type Parts = {
  readonly deps: SessionDeps;
  readonly conversation: Conversation;
  readonly runtime: Runtime;
  readonly contextOf: ContextOf;
  readonly rewinder: Rewinder;
  readonly turnId: string;
  readonly lease: Lease | null;
  readonly emit: Emit;
  readonly signal: AbortSignal;
};

export type GatheredQuestion = TurnInput & { readonly context: string | null };

/** The question as the turn takes it: with what goes along, and what it points at. The last one again loses its answer. */
export async function gatherQuestion(input: TurnInput, parts: Parts): Promise<GatheredQuestion> {
  const { deps, conversation, runtime, contextOf, rewinder, turnId, lease, emit, signal } = parts;
  const wanted = await rewinder.askAgain(input, lease, emit);
  const earlier = () => conversation.history().slice(0, wanted.again === undefined ? undefined : -1);
  const { sessionId } = conversation;
  const context = await contextOf(wanted, { sessionId, turnId, model: runtime.model, history: earlier, signal });
  const followed = await followReferences(wanted, { ...deps, runtime, emit, signal });
  return { ...followed, context };
}
