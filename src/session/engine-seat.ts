import type { Clock } from "../domain/clock.ts";
import type { ContextEngine } from "../domain/context-engine.ts";
import type { EngineContext, EngineFactory } from "../domain/engine-context.ts";
import type { Log } from "../domain/log.ts";
import type { Runtime } from "../domain/runtime.ts";

type Live = Pick<
  EngineContext,
  "summariser" | "memory" | "nodes" | "messages" | "report" | "cacheIsWarm" | "sessionId" | "rowOf"
>;

/** An engine that is made before its session, since the session's tools may be its own. */
export type EngineSeat = {
  readonly engine: ContextEngine;
  /** From here on what it was made with is there. */
  readonly take: (live: Live) => void;
};

type Start = { readonly runtime: Runtime; readonly log: Log; readonly clock: Clock };

export function seatEngine(factory: EngineFactory, start: Start): EngineSeat {
  const seat: { live: Live | null } = { live: null };
  const live = (): Live => {
    if (seat.live === null) throw new Error("the engine was asked before its session began");
    return seat.live;
  };
  const engine = factory({
    ...start,
    summariser: {
      ask: (ask) => live().summariser.ask(ask),
      windowOf: (path) => live().summariser.windowOf(path),
      choose: (size) => live().summariser.choose(size),
    },
    memory: { read: () => live().memory.read(), write: (state) => live().memory.write(state) },
    nodes: {
      get: (id) => live().nodes.get(id),
      list: (filter) => live().nodes.list(filter),
      search: (query, limit) => live().nodes.search(query, limit),
      transact: (work) => live().nodes.transact(work),
    },
    messages: {
      get: (row) => live().messages.get(row),
      between: (first, last) => live().messages.between(first, last),
      search: (query, scope, limit) => live().messages.search(query, scope, limit),
    },
    report: (record) => live().report(record),
    cacheIsWarm: () => live().cacheIsWarm(),
    sessionId: () => live().sessionId(),
    rowOf: (message) => live().rowOf(message),
  });
  return { engine, take: (given) => void (seat.live = given) };
}
