import { emptySnapshot, type MemorySnapshot } from "../domain/memory.ts";
import type { SystemBlock } from "../domain/model-client.ts";
import type { RuntimeName } from "../domain/runtime.ts";
import {
  changedLayers,
  freezePrompt,
  layerTexts,
  splicePrompt,
  thawPrompt,
  type FrozenPrompt,
} from "../prompt/frozen-prompt.ts";
import type { PromptInputs } from "../prompt/layer.ts";
import type { ToldByServers } from "../prompt/server-instructions.ts";
import type { SessionRow } from "../store/store.ts";
import { readPromptFiles, type PromptFiles } from "./gather-prompt.ts";
import type { SessionDeps } from "./session-deps.ts";

const ofTheModel = ["enforcement", "timestamp", "model-identity"];
const ofTheFolder = ["context", "environment"];
const ofTheSurface = ["platform"];
const refreshable = ["memory", "user", "skills", "context"]; // what the person or the agent may have changed meanwhile

/** The cached prompt of one conversation: built once, stored, sent byte for byte; single layers change when they must. */
export class PromptKeeper {
  readonly #deps: SessionDeps;
  readonly #conversationId: string;
  #runtime: RuntimeName;
  #prompt: FrozenPrompt;
  #compacted: boolean;
  #ephemeral: string | null;
  #isSaved: boolean;
  #warnings: readonly string[] = [];

  constructor(deps: SessionDeps, { sessionId, conversationId }: { sessionId: string; conversationId: string }) {
    this.#deps = deps;
    this.#conversationId = conversationId;
    this.#runtime = deps.runtime;
    const stored = deps.resume === null ? null : this.#stored(sessionId);
    this.#prompt = stored === null ? freezePrompt(this.#inputs(null)) : this.#fitted(stored);
    this.#ephemeral = deps.ephemeralSystemPrompt;
    this.#compacted = deps.resume !== null && this.#isCompacted(deps.resume);
    this.#isSaved = this.#prompt === stored;
    const { text } = this.#prompt;
    deps.log("info", stored === null ? "prompt_built" : "prompt_reused", { bytes: Buffer.byteLength(text) });
  }

  get frozen(): FrozenPrompt {
    return this.#prompt;
  }

  /** What every request carries as its system text. Only the first block is cached and stored. */
  get blocks(): readonly SystemBlock[] {
    const behind = [this.#compacted ? compactionNote : "", this.#ephemeral ?? ""].filter((text) => text.trim() !== "");
    return [{ text: this.#prompt.text, cached: true }, ...behind.map((text) => ({ text, cached: false }))];
  }

  /** From the next request on; the stored prompt knows nothing of it. */
  say(ephemeral: string | null): void {
    this.#ephemeral = ephemeral;
  }

  /** Servers that were ready for the first question speak here, and only they: afterwards the layer stays as it is. */
  hear({ text, warnings }: ToldByServers): void {
    if (text !== serversIn(this.#prompt)) {
      const inputs = { ...this.#inputs(this.#prompt), serverInstructions: text };
      this.#replaceBy(splicePrompt(this.#prompt, inputs, new Set(["servers"])));
    }
    this.#warnings = [...this.#warnings, ...warnings];
  }

  /** The person chose another model: the layers that speak of it are rendered anew. */
  switchModel(runtime: RuntimeName): void {
    this.#runtime = runtime;
    this.#splice(ofTheModel);
  }

  /** Something was left out of the history: what the conversation knew of these files may have gone with it. */
  compacted(): readonly string[] {
    this.#compacted = true;
    const { refreshPrompt } = this.#deps;
    if (refreshPrompt === "never") return [];
    return refreshPrompt === "always" ? this.#rebuild() : this.#splice(refreshable);
  }

  /** A compression was taken back: the prompt is the one stored with what there was before. */
  returnTo(session: SessionRow): void {
    const { id } = session;
    this.#compacted = this.#isCompacted(session);
    const stored = this.#stored(id);
    if (stored === null) return;
    this.#prompt = this.#fitted(stored);
    this.#isSaved = this.#prompt === stored;
  }

  /** An engine that loses nothing counts its batches too, and leaves no summary behind that a note would have to explain. */
  #isCompacted({ compression_count: count, relation }: SessionRow): boolean {
    const isLossless = this.#deps.compression.seat.engine.getStatus?.()?.lossless === true;
    return count > 0 && (!isLossless || relation === "compression");
  }

  /** What the person should know about the files of the prompt; told once. */
  takeWarnings(): readonly string[] {
    const warnings = this.#warnings;
    this.#warnings = [];
    return warnings;
  }

  /** The row was written with the prompt in it. */
  saved(): void {
    this.#isSaved = true;
  }

  /** A prompt that changed is stored once; when that fails the next process builds it again. */
  async saveTo(sessionId: string): Promise<void> {
    if (this.#isSaved) return;
    const { store, log } = this.#deps;
    try {
      await store.sessions.savePrompt(sessionId, this.#prompt);
      this.#isSaved = true;
    } catch (error) {
      log("warning", "prompt.unsaved", { error: String(error) });
    }
  }

  #stored(sessionId: string): FrozenPrompt | null {
    const { store, log } = this.#deps;
    const stored = store.sessions.prompt(sessionId);
    if (stored !== null && stored.text !== "") return thawPrompt(stored);
    log("warning", "prompt.missing", { sessionId });
    return null;
  }

  /** A stored prompt is sent as it is, but for the layers that speak of another model, folder or surface. */
  #fitted(stored: FrozenPrompt): FrozenPrompt {
    if (stored.meta === null) return stored;
    const { runtime, place, prompt } = this.#deps;
    const was = stored.meta.runtime;
    const anew = [
      ...(was.model === runtime.model && was.provider === runtime.provider ? [] : ofTheModel),
      ...(was.cwd === place.cwd ? [] : ofTheFolder),
      ...(was.surface === undefined || was.surface === prompt.surface ? [] : ofTheSurface),
    ];
    return anew.length === 0 ? stored : splicePrompt(stored, this.#inputs(stored), new Set(anew));
  }

  #splice(ids: readonly string[]): readonly string[] {
    return this.#replaceBy(splicePrompt(this.#prompt, this.#inputs(this.#prompt), new Set(ids)));
  }

  /** Every layer, as a new conversation would have it; only the time it began stays. */
  #rebuild(): readonly string[] {
    return this.#replaceBy(freezePrompt(this.#inputs(this.#prompt)));
  }

  #replaceBy(after: FrozenPrompt): readonly string[] {
    const before = this.#prompt;
    const changed = changedLayers(before, after);
    if (after.text === before.text) return [];
    this.#prompt = after;
    this.#isSaved = false;
    this.#deps.log("info", "prompt_diff", { layers: changed });
    return changed;
  }

  /** A child has none of them: it knows what its parent told it. */
  #files(): PromptFiles & MemorySnapshot & Pick<PromptInputs, "providerBlock"> {
    const { place, log, memorySnapshot, providerBlock } = this.#deps;
    const { files, warnings } = readPromptFiles(place, log);
    this.#warnings = warnings;
    return { ...files, ...memorySnapshot(), providerBlock };
  }

  #inputs(before: FrozenPrompt | null): PromptInputs {
    const { place, clock, toolbox, skills, resume, parent, systemMessage, prompt } = this.#deps;
    const begun = resume === null ? (parent?.calledAtMs ?? clock.now()) : resume.started_at * 1_000;
    const started = before?.meta?.startedAt ?? begun;
    return {
      ...(parent === null ? this.#files() : { soul: null, ...emptySnapshot, providerBlock: null }),
      systemMessage,
      startedAtMs: new Date(started).getTime(),
      timezone: before?.meta?.timezone ?? place.timezone,
      sessionId: place.passSessionId ? this.#conversationId : null,
      model: this.#runtime.model,
      provider: this.#runtime.provider,
      cwd: place.cwd,
      tools: new Set(toolbox.schemas.map(({ name }) => name)),
      ...prompt,
      serverInstructions: serversIn(before),
      get skills() {
        return skills.indexText(); // looked up only when that layer is rendered
      },
    };
  }
}

function serversIn(prompt: FrozenPrompt | null): string | null {
  return (prompt === null ? null : layerTexts(prompt)?.get("servers")) ?? null;
}

/** One constant text behind the cached prompt, so that it costs one cache break in all. */
const compactionNote =
  "[Note: Some earlier conversation turns have been compacted. What was done then still holds: build on it, and look " +
  "details up with the session tools instead of doing the work again.]";
