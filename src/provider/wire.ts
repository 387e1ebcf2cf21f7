import type { CacheTail, SentPrompt } from "../domain/cache.ts";
import type { ModelDelta, ModelRequest } from "../domain/model-client.ts";
import type { ApiMode } from "../domain/runtime.ts";
import { scrubbed } from "../text/scrubbed.ts";
import { createBodyWriter } from "./body-writer.ts";
import { routeOf } from "./caching/route.ts";
import type { Protocol, WireEnd } from "./protocol.ts";

/** A protocol as the client sees it: what its body and its reading state look like is its own affair. */
export type Wire = {
  readonly path: string;
  readonly headers: (request: ModelRequest) => Readonly<Record<string, string>>;
  readonly write: (request: ModelRequest, nowSeconds: number) => WrittenBody;
  readonly read: (request: ModelRequest) => StreamReader;
  readonly whole: (json: unknown, request: ModelRequest) => WireEnd;
};

/** `refused`: the endpoint would not take it, so it is not sent. */
export type WrittenBody =
  | {
      readonly kind: "written";
      readonly text: string;
      readonly tail: CacheTail | null;
      readonly sent: SentPrompt;
    }
  | { readonly kind: "refused"; readonly problem: string };

type StreamReader = {
  readonly step: (frame: unknown) => readonly ModelDelta[];
  readonly end: () => WireEnd;
};

/** How to load each format. A run speaks one, seldom two. */
export type Wires = Readonly<Record<ApiMode, () => Promise<Wire>>>;

/** Each format is made when first needed and kept: it remembers the messages it has lowered. */
export function wireKeeper(wires: Wires): (mode: ApiMode) => Promise<Wire> {
  const made = new Map<ApiMode, Promise<Wire>>();
  return (mode) => {
    const wire = made.get(mode) ?? wires[mode]();
    made.set(mode, wire);
    return wire;
  };
}

export function wireOf<State, Body extends object>(protocol: Protocol<State, Body>): Wire {
  const serialised = createBodyWriter();
  return {
    path: protocol.path,
    headers: protocol.headers,
    write: (request, nowSeconds) => {
      const whole = protocol.body(request);
      const plain = request.latches.textScrubbed ? scrubbed(whole) : whole;
      const problem = protocol.preflight?.(plain) ?? null;
      if (problem !== null) return { kind: "refused", problem };
      const { body, tail, markers } = protocol.mark(plain, request, nowSeconds);
      const sent = { ...protocol.parts(plain), route: routeOf(request.runtime), markers };
      return { kind: "written", text: serialised(body), tail, sent };
    },
    read: (request) => readerOf(protocol, request),
    whole: protocol.whole,
  };
}

function readerOf<State, Body extends object>(protocol: Protocol<State, Body>, request: ModelRequest): StreamReader {
  let state = protocol.start(request);
  return {
    step: (frame) => {
      const [next, deltas] = protocol.step(state, frame);
      state = next;
      return deltas;
    },
    end: () => protocol.end(state),
  };
}
