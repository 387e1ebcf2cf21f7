import type { MovedPrompt } from "../agent/context-host.ts";
import type { SessionInfo } from "../domain/event.ts";
import type { Message } from "../domain/message.ts";
import type { SystemBlock } from "../domain/model-client.ts";
import type { BreakTally } from "../domain/cache-break.ts";
import type { CacheTail } from "../domain/cache.ts";
import type { Runtime } from "../domain/runtime.ts";
import type { TurnResult } from "../domain/turn.ts";
import { PersistenceError, type RowId, type TurnJournal } from "../domain/turn-journal.ts";
import type { ToldByServers } from "../prompt/server-instructions.ts";
import { newSessionId } from "../store/session-id.ts";
import type { Lease, NewSession } from "../store/store.ts";
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
  #toolsHash: string;
  #cacheKey: (promptText: string) => string;
  #sessionId: string;
  #history: readonly Message[] | null = null;
  #stored: boolean;
  #savedTail: CacheTail | null = null;
  #seenRow: RowId | null = null; // the newest that our history knows of
  #rows = new WeakMap<Message, RowId>();

  constructor(deps: SessionDeps, active: () => Runtime) {
    this.#deps = deps;
    this.#active = active;
    const { resume } = deps;
    this.#sessionId = resume?.id ?? deps.sessionId ?? newSessionId(deps.clock, deps.rng);
    this.id = resume?.conversation_id ?? this.#sessionId;
    this.#toolsHash = sha256(canonicalJson(deps.toolbox.schemas));
    this.#cacheKey = promptCacheKeys(this.id, this.#toolsHash);
    this.#prompt = new PromptKeeper(deps, { sessionId: this.#sessionId, conversationId: this.id });
    this.#stored = resume !== null;
    this.cache = conversationCache(deps, active, () => this.#cacheKey(this.#prompt.frozen.text));
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

  /** Before anything was sent. */
  hear(told: ToldByServers): void {
    this.#prompt.hear(told);
  }

  get system(): readonly SystemBlock[] {
    return this.#prompt.blocks;
  }

  get prefix(): Prefix {
    return { prompt: this.#prompt.frozen, tools: this.#deps.toolbox.schemas };
  }

  get info(): SessionInfo {
    const { place, toolbox, resume, parent, cacheLine, lateTools } = this.#deps;
    const runtime = this.#active();
    const contextFiles = this.#prompt.frozen.meta?.context?.files.map((file) => file.path) ?? [];
    return {
      sessionId: this.#sessionId,
      parentSessionId: resume?.parent_session_id ?? parent?.sessionId ?? this.#deps.startedFrom ?? null,
      model: runtime.model,
      provider: runtime.provider,
      contextLength: runtime.contextLength,
      cwd: place.cwd,
      tools: toolbox.schemas.map((tool) => tool.name),
      toolsets: place.toolsets,
      cache: cacheLine,
      version: place.version,
      ...(contextFiles.length === 0 ? {} : { contextFiles }),
      ...(lateTools === null ? {} : { mcpServers: lateTools.servers() }),
      ...(toolbox.deferred.length === 0 ? {} : { deferredTools: toolbox.deferred.map((tool) => tool.name) }),
    };
  }

  /** From the store the first time; afterwards what the last turn left, object for object. */
  history(): readonly Message[] {
    this.#history ??= this.#stored ? this.#load() : [];
    return this.#history;
  }

  #load(): readonly Message[] {
    const rows = this.#deps.store.sessions.rows(this.#sessionId);
    this.#seenRow = this.newestRow();
    for (const { id, message } of rows) this.#rows.set(message, id);
    return loadHistory(
      rows.map(({ message }) => message),
      this.#deps,
    );
  }

  /** The row of a message of the history; null for one that was mended, joined or never stored. */
  rowOf(message: Message): RowId | null {
    return this.#rows.get(message) ?? null;
  }

  newestRow(): RowId | null {
    return this.#stored ? this.#deps.store.sessions.lastRow(this.#sessionId) : null;
  }

  /** Others may have written between our turns: what they wrote is read before anything is left out. */
  catchUp(): void {
    if (!this.follow() && this.#history !== null && this.newestRow() !== this.#seenRow) this.forget();
  }

  /** Another process worked on the conversation meanwhile. */
  forget(): void {
    this.#history = null;
  }

  /** Another process compressed it: it goes on in the child. False: this is where it goes on. */
  follow(): boolean {
    const { sessions } = this.#deps.store;
    const ended = this.#stored ? sessions.get(this.#sessionId)?.end_reason : null;
    if (ended !== "compression" && ended !== "superseded") return false;
    const tip = sessions.resolve(this.#sessionId, { exact: false });
    if (tip.kind !== "found" || tip.session.id === this.#sessionId) return false;
    this.#sessionId = tip.session.id;
    if (ended === "compression" && tip.session.compression_count > 0) this.#prompt.compacted();
    else this.#prompt.returnTo(tip.session);
    this.cache.forget();
    this.forget();
    return true;
  }

  /** The last compression was taken back: it goes on as it was before, prompt and all. */
  returnTo(sessionId: string): void {
    this.#sessionId = sessionId;
    const row = this.#deps.store.sessions.get(sessionId);
    if (row !== null) this.#prompt.returnTo(row);
    this.cache.forget();
    this.forget();
  }

  /** The rows from one on were taken back. What stands before them stays as it was sent, wherever it is known. */
  rewound(from: RowId): void {
    const history = this.history();
    const at = history.findIndex((message) => this.rowOf(message) === from);
    this.cache.forget("ending");
    if (at < 0) return this.forget(); // joined with another one: only the rows can tell them apart
    this.keep(this.#sessionId, history.slice(0, at));
  }

  /** This process compressed it: it goes on in the child, with the prompt it has by now. */
  async movedTo(sessionId: string, messages: readonly Message[]): Promise<MovedPrompt> {
    this.#sessionId = sessionId;
    const changedLayers = this.#prompt.compacted();
    await this.#prompt.saveTo(sessionId);
    const rows = this.#deps.store.sessions.rows(sessionId);
    rows.forEach(({ id }, index) => {
      const kept = messages[index];
      if (kept !== undefined) this.#rows.set(kept, id);
    });
    return { system: this.system, changedLayers, late: rows.slice(messages.length).map(({ message }) => message) };
  }

  /** What stands behind the cached prompt from now on. */
  setEphemeralPrompt(text: string | null): void {
    this.#prompt.say(text);
  }

  /** The tool list may be another one: then nothing that was cached in front of it counts. */
  retool(): void {
    const hash = sha256(canonicalJson(this.#deps.toolbox.schemas));
    if (hash === this.#toolsHash) return;
    this.#toolsHash = hash;
    this.#cacheKey = promptCacheKeys(this.id, hash);
    this.cache.forget();
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
        const row = await journal.append(sessionId, message, turnId);
        this.#rows.set(message, row);
        if (message.role === "assistant" && message.tool_calls !== undefined) await this.#saveMarker(sessionId);
        return row;
      },
      finish: async (sessionId, turn) => {
        await this.#ensureStored();
        await journal.finish(sessionId, turn);
      },
    };
  }

  /** Within a turn, too: whoever goes on after a kill finds what is cached only where the last marker stood. */
  async #saveMarker(sessionId: string): Promise<void> {
    const tail = this.cache.tail();
    if (tail === null || tail === this.#savedTail) return;
    this.#savedTail = tail;
    await this.#saveCache(sessionId, []);
  }

  async #saveCache(sessionId: string, breaks: readonly BreakTally[]): Promise<void> {
    const { store, log } = this.#deps;
    await store.sessions.saveCacheState(sessionId, stateOf(this.cache), breaks).catch((error: unknown) => {
      log("warning", "cache_state.unsaved", { error: String(error) }); // costs one cache break after a restart
    });
  }

  async afterTurn({ messages, session_id: sessionId }: TurnResult): Promise<void> {
    this.keep(sessionId, messages);
    if (this.#stored) await this.#saveCache(this.#sessionId, this.cache.watch.takeBreaks());
  }

  keep(sessionId: string, messages: readonly Message[]): void {
    this.#history = messages;
    this.#sessionId = sessionId;
    this.#seenRow = this.#newestRowOrNone();
  }

  /** A store that cannot be asked just now is read anew before anything is left out. */
  #newestRowOrNone(): RowId | null {
    try {
      return this.newestRow();
    } catch (error) {
      if (!(error instanceof PersistenceError)) throw error;
      this.#deps.log("warning", "newest_row.unread", { reason: error.reason });
      return null;
    }
  }

  async #ensureStored(): Promise<void> {
    if (this.#stored) return this.#prompt.saveTo(this.#sessionId);
    const { store, runtime, place } = this.#deps;
    await store.sessions.create({
      id: this.#sessionId,
      source: place.source,
      model: runtime.model,
      provider: runtime.provider,
      cwd: place.cwd,
      title: null,
      prompt: this.#prompt.frozen,
      toolsHash: this.#toolsHash,
      userId: place.speaker?.userId ?? null,
      chatId: place.speaker?.chatId ?? null,
      ...this.#origin(),
    });
    this.#stored = true;
    this.#prompt.saved();
  }

  /** A session that was never spoken to has no row to point at. */
  #origin(): Pick<NewSession, "parentSessionId" | "relation"> {
    const { parent, startedFrom = null, store } = this.#deps;
    if (parent !== null) return { parentSessionId: parent.sessionId, relation: "delegation" };
    if (startedFrom === null) return { parentSessionId: null, relation: null };
    const isStored = store.sessions.get(startedFrom) !== null;
    return { parentSessionId: isStored ? startedFrom : null, relation: "background" };
  }
}
