import { repairHistory } from "../context/repair-history.ts";
import type { SessionInfo } from "../domain/event.ts";
import { emptySnapshot } from "../domain/memory.ts";
import type { Message } from "../domain/message.ts";
import type { SystemBlock } from "../domain/model-client.ts";
import type { Runtime } from "../domain/runtime.ts";
import type { TurnResult } from "../domain/turn.ts";
import type { TurnJournal } from "../domain/turn-journal.ts";
import { freezePrompt, thawPrompt, type FrozenPrompt } from "../prompt/frozen-prompt.ts";
import { newSessionId } from "../store/session-id.ts";
import type { Lease } from "../store/store.ts";
import { canonicalJson } from "../text/canonical-json.ts";
import { createCacheKeeper, promptCacheKey, sha256, type KeptTail } from "./cache-keeper.ts";
import { withCompactionNote } from "./context-host.ts";
import { readSoul } from "./gather-prompt.ts";
import type { SessionDeps } from "./session-deps.ts";

/** What stays the same from turn to turn: the frozen prompt, the frozen tools, the history and where it is stored. */
export class Conversation {
  readonly id: string; // of the lineage: compression gives a new session, not a new conversation
  readonly cache: KeptTail;
  readonly #deps: SessionDeps;
  readonly #prompt: FrozenPrompt;
  readonly #toolsHash: string;
  #sessionId: string;
  #system: readonly SystemBlock[];
  #history: readonly Message[] | null = null;
  #stored: boolean;

  constructor(deps: SessionDeps, active: () => Runtime) {
    this.#deps = deps;
    const { resume } = deps;
    this.#sessionId = resume?.id ?? deps.sessionId ?? newSessionId(deps.clock, deps.rng);
    this.id = resume?.conversation_id ?? this.#sessionId;
    this.#toolsHash = sha256(canonicalJson(deps.toolbox.schemas));
    this.#prompt = promptFor(this.#sessionId, this.id, deps);
    this.#stored = resume !== null;
    const blocks = blocksOf(this.#prompt, deps.ephemeralSystemPrompt);
    this.#system = (resume?.compression_count ?? 0) > 0 ? withCompactionNote(blocks) : blocks;
    this.cache = createCacheKeeper(active, deps.cache, {
      tail: resume?.cache_tail ?? null,
      key: promptCacheKey(this.id, this.#prompt.text, this.#toolsHash),
    });
  }

  /** Compression moves the conversation into a new one. */
  get sessionId(): string {
    return this.#sessionId;
  }

  get system(): readonly SystemBlock[] {
    return this.#system;
  }

  get info(): SessionInfo {
    const { runtime, place, toolbox, resume, cacheLine } = this.#deps;
    return {
      sessionId: this.#sessionId,
      parentSessionId: resume?.parent_session_id ?? null,
      model: runtime.model,
      provider: runtime.provider,
      cwd: place.cwd,
      tools: toolbox.schemas.map((tool) => tool.name),
      toolsets: place.toolsets,
      cache: cacheLine,
      version: place.version,
    };
  }

  /** From the store the first time; afterwards what the last turn left, object for object. */
  history(): readonly Message[] {
    this.#history ??= this.#stored ? repairHistory(this.#deps.store.sessions.history(this.#sessionId)) : [];
    return this.#history;
  }

  /** Another process worked on the conversation meanwhile. */
  forget(): void {
    this.#history = null;
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
    if (sessionId !== this.#sessionId) this.#system = withCompactionNote(this.#system);
    this.#sessionId = sessionId;
    const { store, log } = this.#deps;
    if (!this.#stored) return;
    await store.sessions.saveCacheTail(this.#sessionId, this.cache.tail()).catch((error: unknown) => {
      log("warning", "cache_tail.unsaved", { error: String(error) }); // costs one cache break after a restart
    });
  }

  async #ensureStored(): Promise<void> {
    if (this.#stored) return;
    const { store, runtime, place } = this.#deps;
    await store.sessions.create({
      id: this.#sessionId,
      source: place.source,
      model: runtime.model,
      provider: runtime.provider,
      cwd: place.cwd,
      title: null,
      prompt: this.#prompt,
      toolsHash: this.#toolsHash,
    });
    this.#stored = true;
  }
}

/** The stored prompt word for word; a new one for a new conversation, another model, or when none was stored. */
function promptFor(sessionId: string, conversationId: string, deps: SessionDeps): FrozenPrompt {
  const { resume, runtime, place, clock, toolbox } = deps;
  const stored = resume === null ? null : deps.store.sessions.prompt(sessionId);
  const thawed = stored === null || stored.text === "" ? null : thawPrompt(stored);
  if (thawed !== null && (thawed.meta === null || thawed.meta.runtime.model === runtime.model)) return thawed;
  return freezePrompt({
    soul: readSoul(place.home, deps.log),
    ...(deps.memorySnapshot?.() ?? emptySnapshot),
    systemMessage: deps.systemMessage,
    startedAtMs: resume === null ? clock.now() : resume.started_at * 1_000,
    timezone: place.timezone,
    sessionId: place.passSessionId ? conversationId : null,
    model: runtime.model,
    provider: runtime.provider,
    platform: place.platform,
    cwd: place.cwd,
    shell: place.shell,
    hasTools: toolbox.schemas.length > 0,
  });
}

function blocksOf(prompt: FrozenPrompt, ephemeral: string | null): readonly SystemBlock[] {
  const cached = { text: prompt.text, cached: true };
  return ephemeral === null || ephemeral.trim() === "" ? [cached] : [cached, { text: ephemeral, cached: false }];
}
