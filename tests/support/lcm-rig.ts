import { z } from "zod";
import { createLcm } from "../../src/context/lcm/lcm.ts";
import {
  freshEngineState,
  type ContextEngine,
  type CompressionRecord,
  type EngineState,
} from "../../src/domain/context-engine.ts";
import type { MessageReader, NodeStore } from "../../src/domain/context-nodes.ts";
import { noLog } from "../../src/domain/log.ts";
import type { Message } from "../../src/domain/message.ts";
import type { Runtime } from "../../src/domain/runtime.ts";
import type { RowId } from "../../src/domain/turn-journal.ts";
import type { Store } from "../../src/store/store.ts";
import { FakeClock } from "./fake-clock.ts";
import { modelRequest } from "./model-request.ts";
import { scriptedSummariser, type ScriptedSummariser, type SummariserScript } from "./scripted-summariser.ts";
import { newSession, temporaryStore } from "./temporary-store.ts";

export type LcmRig = Disposable & {
  readonly engine: ContextEngine;
  /** The same conversation with nothing remembered: what a new process would have. */
  readonly again: (script?: Partial<SummariserScript>) => ContextEngine;
  readonly nodes: NodeStore;
  readonly messages: MessageReader;
  readonly summariser: ScriptedSummariser;
  readonly clock: FakeClock;
  readonly records: readonly CompressionRecord[];
  readonly store: Store;
  readonly append: (messages: readonly Message[]) => Promise<void>;
  readonly rowOf: (message: Message) => RowId | null;
};

export type LcmOptions = Partial<SummariserScript> & {
  readonly runtime?: Partial<Runtime>;
  readonly path?: string;
  /** Something between the engine and its nodes. */
  readonly wrap?: (nodes: NodeStore) => NodeStore;
};

const settings = { threshold: 0.5, target_ratio: 0.2, protect_last_n: 20, summary_path: "auto" } as const;
export const conversation = "talk";
const cacheLifeMs = 300_000; // from the beginning on, as if it had been used only then

/** The lossless engine over a real store, with a scripted model and time that stands still. */
export async function lcmRig(options: LcmOptions = {}): Promise<LcmRig> {
  const { runtime, wrap = (nodes) => nodes, path, ...script } = options;
  const clock = new FakeClock();
  const began = clock.now();
  const store = await temporaryStore({ clock, ...(path === undefined ? {} : { path }) });
  if (store.sessions.get(conversation) === null) await store.sessions.create(newSession(conversation));
  const rows = new WeakMap<Message, RowId>();
  const rowOf = (message: Message): RowId | null => rows.get(message) ?? null;
  const nodes = wrap(store.nodes(conversation, "lcm", () => null));
  const messages = store.messages(conversation);
  const records: CompressionRecord[] = [];
  const make = (summariser: ScriptedSummariser): ContextEngine => {
    let state: EngineState = freshEngineState;
    return createLcm({
      settings,
      runtime: { ...modelRequest().runtime, model: "gpt-4o", contextLength: 200_000, maxOutput: 8_192, ...runtime },
      clock,
      log: noLog,
      summariser,
      memory: { read: () => state, write: (next) => void (state = next) },
      nodes,
      messages,
      report: async (record) => void records.push(record),
      cacheIsWarm: () => clock.now() - began < cacheLifeMs,
      breathe: () => new Promise((resolve) => setImmediate(resolve)),
      sessionId: () => conversation,
      rowOf,
    });
  };
  const scripted = (more: Partial<SummariserScript> = {}): ScriptedSummariser =>
    scriptedSummariser({ replies: ["good"], clock, ...script, ...more });
  const summariser = scripted();
  return {
    engine: make(summariser),
    again: (more) => make(scripted(more)),
    nodes,
    messages,
    summariser,
    clock,
    records,
    store,
    rowOf,
    append: async (list) => {
      const journal = store.openJournal(null);
      for (const message of list) rows.set(message, await journal.append(conversation, message, "t"));
    },
    [Symbol.dispose]: () => store[Symbol.dispose](),
  };
}

const Page = z.object({ text: z.string(), next_offset: z.number().nullable(), total_chars: z.number() });

/** All pages of what lcm_expand shows. */
export async function expanded(engine: ContextEngine, what: Readonly<Record<string, unknown>>): Promise<string> {
  const { signal } = new AbortController();
  let text = "";
  for (let offset: number | null = 0; offset !== null;) {
    const answer: string | undefined = await engine.handleToolCall?.("lcm_expand", { ...what, offset }, signal);
    const page = Page.parse(JSON.parse(answer ?? ""));
    text += page.text;
    offset = page.next_offset;
  }
  return text;
}
