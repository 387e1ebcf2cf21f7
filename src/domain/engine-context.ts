import type { Clock } from "./clock.ts";
import type { CompressionRecord, ContextEngine, EngineMemory } from "./context-engine.ts";
import type { MessageReader, NodeStore } from "./context-nodes.ts";
import type { Log } from "./log.ts";
import type { Message } from "./message.ts";
import type { Runtime } from "./runtime.ts";
import type { Summariser } from "./summariser.ts";
import type { RowId } from "./turn-journal.ts";

/** What an engine is made with. It reaches the conversation only through these; everything but `runtime` is live. */
export type EngineContext = {
  /** The one it begins with; `updateModel` names the others. */
  readonly runtime: Runtime;
  readonly log: Log;
  readonly clock: Clock;
  readonly summariser: Summariser;
  readonly memory: EngineMemory;
  readonly nodes: NodeStore;
  readonly messages: MessageReader;
  /** A batch of nodes was made outside of `compress`: it counts as a compression and is told like one. */
  readonly report: (record: CompressionRecord) => Promise<void>;
  /** Whether what the last request left with the provider is still there: as long as it is, earlier parts of a view had better stay. */
  readonly cacheIsWarm: () => boolean;
  /** Where the conversation is stored now: what a summary names for looking things up. */
  readonly sessionId: () => string;
  /** The stored row of a message it was handed; null for one that has none of its own. */
  readonly rowOf: (message: Message) => RowId | null;
};

/** One engine per session: an object shared by two would mix them up. */
export type EngineFactory = (context: EngineContext) => ContextEngine;
