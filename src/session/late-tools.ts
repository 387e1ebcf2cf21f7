import type { Emit, SessionInfo } from "../domain/event.ts";
import type { ToldByServers } from "../prompt/server-instructions.ts";

/** What another list would change, by the names of tools. */
export type ToolChange = {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Called the same, described otherwise. */
  readonly changed: readonly string[];
  /** Only tools that are found by search: requests stay what they were. */
  readonly keepsCache?: true;
};

/** Asked before a list becomes another one. */
export type MayChange = (change: ToolChange) => Promise<boolean>;

/** Tools that come from outside and may take their time. They change the session's toolbox, and only when asked to. */
export type LateTools = {
  /** Before the first turn: waits a little for those that are nearly there. */
  readonly settle: (signal: AbortSignal) => Promise<void>;
  /** Looks again. True: the list is another one now. */
  readonly reload: (signal: AbortSignal, mayChange: MayChange) => Promise<boolean>;
  /** What those who are there say about their tools, for the prompt of a conversation that begins now. */
  readonly instructions: () => ToldByServers;
  readonly servers: () => NonNullable<SessionInfo["mcpServers"]>;
};

type Parts = {
  readonly tools: LateTools | null;
  /** The list is another one. */
  readonly changed: () => void;
  /** What was sent so far and has to be sent again, in tokens; null: nothing was. */
  readonly lost: () => number | null;
};

/** The tool list freezes when the first turn starts; a reload thaws it once, and the next turn says what that costs. */
export class LateToolsKeeper {
  readonly #parts: Parts;
  #isSettled = false;
  #lostTokens: number | null = null;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async beforeTurn(emit: Emit, signal: AbortSignal): Promise<void> {
    const { tools, changed } = this.#parts;
    if (tools !== null && !this.#isSettled) {
      this.#isSettled = true;
      await tools.settle(signal);
      changed();
    }
    const lostTokens = this.#lostTokens;
    this.#lostTokens = null;
    if (lostTokens !== null)
      emit({ type: "cache.broken", cause: "tools", missedTokens: lostTokens, costUsd: null, firstDivergence: null });
  }

  async reload(signal: AbortSignal, mayChange: MayChange = async () => true): Promise<boolean> {
    const { tools } = this.#parts;
    if (tools === null) return false;
    this.#isSettled = true;
    return this.replace(() => tools.reload(signal, mayChange));
  }

  /** Somebody gives the session another list; false: it is the same one. */
  async replace(work: () => Promise<boolean>): Promise<boolean> {
    const { changed, lost } = this.#parts;
    const lostTokens = lost();
    if (!(await work())) return false;
    changed();
    this.#lostTokens = lostTokens;
    return true;
  }
}
