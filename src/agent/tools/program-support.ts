import type { Emit } from "../../domain/event.ts";
import type { ProgramAnswer, ProgramSupport } from "../../domain/tool.ts";
import { hear, pendingCall, type PendingCall } from "./pending-call.ts";
import type { FinishedCall, Segment } from "./segment.ts";
import { startStopwatch } from "./stopwatch.ts";

type Program = {
  /** The model's call that the program runs in. */
  readonly callId: string;
  readonly segment: Segment;
  readonly signal: AbortSignal;
  readonly run: (pending: PendingCall, segment: Segment) => Promise<FinishedCall>;
};

/** Lets a program call tools the way the model does; what is different is only who gets the answer. */
export function programSupport(program: Program): ProgramSupport {
  const { callId, segment } = program;
  let count = 0;
  return {
    call: async (name, args) => {
      count += 1;
      const called = { name, arguments: JSON.stringify(args) };
      return answer({ id: `${callId}_${count}`, type: "function", function: called }, program);
    },
    worked: (ms, over) => segment.watch.reaches(segment.watch.workedMs() + ms, over),
  };
}

async function answer(call: PendingCall["call"], program: Program): Promise<ProgramAnswer> {
  const inner = innerSegment(program);
  const pending = await hear(pendingCall(call, inner.deps), inner.turn, inner.deps);
  const { result, pending: asRun } = await program.run(pending, inner);
  const { content, ok } =
    asRun.plan.kind === "ready" ? inner.deps.toolbox.fit(asRun.plan, asRun.call.id, result) : result;
  return { content, ok };
}

/** Ends with the program, has time of its own, and stops both watches while a person thinks. */
function innerSegment({ callId, segment, signal }: Program): Segment {
  const { turn, deps, watch } = segment;
  const own = startStopwatch(deps.clock);
  return {
    ...segment,
    turn: { ...turn, signal, toolCalls: 0 }, // a program counts as one call
    deps: { ...deps, emit: asProgress(callId, deps.emit) },
    watch: { ...own, whileAsking: (question) => watch.whileAsking(() => own.whileAsking(question)) },
  };
}

/** Whoever watches sees the program's calls as steps of the call it runs in. */
function asProgress(callId: string, emit: Emit): Emit {
  return (event) => {
    if (event.type !== "tool.started") return emit(event);
    emit({ type: "tool.progress", callId, note: `${event.call.function.name} ${event.preview}`.trimEnd() });
  };
}
