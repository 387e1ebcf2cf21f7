import type { MovedPrompt } from "../agent/turn-state.ts";
import type { SessionInfo } from "../domain/event.ts";
import type { Message } from "../domain/message.ts";
import type { SystemBlock } from "../domain/model-client.ts";
import type { Runtime } from "../domain/runtime.ts";
import type { TurnResult } from "../domain/turn.ts";
import type { TurnJournal } from "../domain/turn-journal.ts";
import { newSessionId } from "../store/session-id.ts";
import type { Lease } from "../store/store.ts";
import { canonicalJson } from "../text/canonical-json.ts";
import { promptCacheKeys, sha256, type KeptTail } from "./cache-keeper.ts";
import { conversationCache, stateOf } from "./conversation-cache.ts";
import { loadHistory } from "./load-history.ts";
import type { Prefix } from "./prefix-size.ts";
import { PromptKeeper } from "./prompt-keeper.ts";
import type { SessionDeps } from "./session-deps.ts";

/** What stays the same from turn to turn: the frozen prompt, the frozen tools, the history and where it is stored. */
export class Conversation {
  readonly id: string; // of the lineage: compression gives a new session, not a new conversation
  readonly cache: KeptTail;
  readonly #deps: SessionDeps;
  readonly #active: () => Runtime;
  readonly #prompt: PromptKeeper;
  readonly #toolsHash: string;
  #sessionId: string;
  #history: readonly Message[] | null = null;
  #stored: boolean;

  constructor(deps: SessionDeps, active: () => Runtime) {
    this.#deps = deps;
    this.#active = active;
    const { resume } = deps;
    this.#sessionId = resume?.id ?? deps.sessionId ?? newSessionId(deps.clock, deps.rng);
    this.id = resume?.conversation_id ?? this.#sessionId;
    this.#toolsHash = sha256(canonicalJson(deps.toolbox.schemas));
    this.#prompt = new PromptKeeper(deps, { sessionId: this.#sessionId, conversationId: this.id });
    this.#stored = resume !== null;
    const keyOf = promptCacheKeys(this.id, this.#toolsHash);
    this.cache = conversationCache(deps, active, () => keyOf(this.#prompt.frozen.text));
  }

  /** Compression moves the conversation into a new one. */
  get sessionId(): string {
    return this.#sessionId;
  }

  /** Digests of the project files the prompt was made of. */
  get contextDigests(): readonly string[] {
    return this.#prompt.frozen.meta?.context?.files.map((file) => file.sha256) ?? [];
  }

  /** What the person should know about the files of the prompt; told once. */
  takeWarnings(): readonly string[] {
    return this.#prompt.takeWarnings();
  }

  get system(): readonly SystemBlock[] {
    return this.#prompt.blocks;
  }

  get prefix(): Prefix {
    return { prompt: this.#prompt.frozen, tools: this.#deps.toolbox.schemas };
  }

  get info(): SessionInfo {
    const { place, toolbox, resume, parent, cacheLine } = this.#deps;
    const runtime = this.#active();
    return {
      sessionId: this.#sessionId,
      parentSessionId: resume?.parent_session_id ?? parent?.sessionId ?? null,
      model: runtime.model,
      provider: runtime.provider,
      contextLength: runtime.contextLength,
      cwd: place.cwd,
      tools: toolbox.schemas.map((tool) => tool.name),
      toolsets: place.toolsets,
      cache: cacheLine,
      version: place.version,
    };
  }

  /** From the store the first time; afterwards what the last turn left, object for object. */
  history(): readonly Message[] {
    this.#history ??= this.#stored ? loadHistory(this.#sessionId, this.#deps) : [];
    return this.#history;
  }

  /** Another process worked on the conversation meanwhile. */
  forget(): void {
    this.#history = null;
  }

  /** Another process compressed it: it goes on in the child. False: this is where it goes on. */
  follow(): boolean {
    const { sessions } = this.#deps.store;
    if (!this.#stored || sessions.get(this.#sessionId)?.end_reason !== "compression") return false;
    const tip = sessions.resolve(this.#sessionId, { exact: false });
    if (tip.kind !== "found" || tip.session.id === this.#sessionId) return false;
    this.#sessionId = tip.session.id;
    this.#prompt.compacted();
    this.cache.forget();
    this.forget();
    return true;
  }

  /** This process compressed it: it goes on in the child, with the prompt it has by now. */
  async movedTo(sessionId: string): Promise<MovedPrompt> {
    this.#sessionId = sessionId;
    const changedLayers = this.#prompt.compacted();
    await this.#prompt.saveTo(sessionId);
    return { system: this.system, changedLayers };
  }

  /** What stands behind the cached prompt from now on. */
  setEphemeralPrompt(text: string | null): void {
    this.#prompt.say(text);
  }

  /** The person chose another model. */
  switchModel(runtime: Runtime): void {
    this.#prompt.switchModel(runtime);
  }

  /** Writes rows of this conversation; its own row comes first, together with the prompt, and only when needed. */
  journal(lease: Lease | null): TurnJournal {
    const journal = this.#deps.store.openJournal(lease);
    return {
      ...journal,
      append: async (sessionId, message, turnId) => {
        await this.#ensureStored();
        return journal.append(sessionId, message, turnId);
      },
      finish: async (sessionId, turn) => {
        await this.#ensureStored();
        await journal.finish(sessionId, turn);
      },
    };
  }

  async afterTurn({ messages, session_id: sessionId }: TurnResult): Promise<void> {
    this.#history = messages;
    this.#sessionId = sessionId;
    const { store, log } = this.#deps;
    if (!this.#stored) return;
    await store.sessions
      .saveCacheState(this.#sessionId, stateOf(this.cache), this.cache.watch.takeBreaks())
      .catch((error: unknown) => {
        log("warning", "cache_state.unsaved", { error: String(error) }); // costs one cache break after a restart
      });
  }

  async #ensureStored(): Promise<void> {
    if (this.#stored) return this.#prompt.saveTo(this.#sessionId);
    const { store, runtime, place, parent } = this.#deps;
    await store.sessions.create({
      id: this.#sessionId,
      source: place.source,
      model: runtime.model,
      provider: runtime.provider,
      cwd: place.cwd,
      title: null,
      prompt: this.#prompt.frozen,
      toolsHash: this.#toolsHash,
      parentSessionId: parent?.sessionId ?? null,
      relation: parent === null ? null : "delegation",
    });
    this.#stored = true;
    this.#prompt.saved();
  }
}
