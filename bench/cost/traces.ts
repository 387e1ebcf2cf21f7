import type { Message, ToolCall } from "../../src/domain/message.ts";
import { sized } from "./sized.ts";

/** Requests and what comes between them, as one list: a run walks it and never looks back. */
export type Event =
  | { readonly kind: "question"; readonly message: Message; readonly pauseSeconds: number }
  | { readonly kind: "step"; readonly messages: readonly Message[] } // the answer to a request, and its results
  | { readonly kind: "answer"; readonly message: Message }; // to the last request of a turn; the next question follows

export type Trace = { readonly name: string; readonly events: readonly Event[] };

type Shape = {
  readonly turns: number;
  readonly steps: number;
  /** Parallel calls of a step, and the size of each result. */
  readonly calls: (step: number) => { readonly count: number; readonly result: number };
  readonly pauseSeconds: number;
  readonly silent?: boolean; // no text beside the calls
};

const size = { question: 400, text: 60, call: 80, answer: 300 };

export const traces: readonly Trace[] = [
  trace("T1 50 x 1 call", { turns: 1, steps: 50, calls: always(1, 1_500), pauseSeconds: 0 }),
  trace("T2 the same, silent", { turns: 1, steps: 50, calls: always(1, 1_500), pauseSeconds: 0, silent: true }),
  trace("T3 50 x 10 parallel", { turns: 1, steps: 50, calls: always(10, 300), pauseSeconds: 0 }),
  trace("T4 50 x 12 parallel", { turns: 1, steps: 50, calls: always(12, 300), pauseSeconds: 0 }),
  trace("T5 1,1,1,1,12", { turns: 1, steps: 50, calls: everyFifth, pauseSeconds: 0 }),
  trace("T6 20 turns, 6 min", { turns: 20, steps: 5, calls: always(1, 800), pauseSeconds: 360 }),
  trace("T7 30 turns, 20 min", { turns: 30, steps: 2, calls: always(1, 600), pauseSeconds: 1_200 }),
  trace("T8 10 turns, 90 min", { turns: 10, steps: 5, calls: always(1, 800), pauseSeconds: 5_400 }),
];

/** Long enough to be compressed three times. */
export const longTraces: readonly Trace[] = [
  trace("T9 5 x 10 x 12", { turns: 5, steps: 10, calls: always(12, 250), pauseSeconds: 360 }),
  trace("T10 5 x 38 x 1", { turns: 5, steps: 38, calls: always(1, 900), pauseSeconds: 360 }),
];

function trace(name: string, shape: Shape): Trace {
  const events = Array.from({ length: shape.turns }, (_, turn) => turnEvents(shape, turn)).flat();
  return { name, events };
}

function turnEvents(shape: Shape, turn: number): readonly Event[] {
  const question: Message = { role: "user", content: sized(size.question, `question ${turn}`) };
  const steps = Array.from({ length: shape.steps }, (_, step): Event => ({
    kind: "step",
    messages: stepMessages(shape, `${turn}_${step}`, step),
  }));
  return [
    { kind: "question", message: question, pauseSeconds: turn === 0 ? 0 : shape.pauseSeconds },
    ...steps,
    { kind: "answer", message: { role: "assistant", content: sized(size.answer, `answer ${turn}`) } },
  ];
}

function stepMessages({ calls, silent }: Shape, id: string, step: number): readonly Message[] {
  const { count, result } = calls(step);
  const made = Array.from({ length: count }, (_, index): ToolCall => ({
    id: `call_${id}_${index}`,
    call_id: `call_${id}_${index}`,
    type: "function",
    function: { name: "read_file", arguments: JSON.stringify({ path: sized(size.call, `call ${id} ${index}`) }) },
  }));
  return [
    { role: "assistant", content: silent === true ? "" : sized(size.text, `text ${id}`), tool_calls: made },
    ...made.map(({ id: callId }): Message => ({
      role: "tool",
      tool_call_id: callId,
      name: "read_file",
      tool_name: "read_file",
      content: sized(result, `result ${callId}`),
    })),
  ];
}

function always(count: number, result: number): Shape["calls"] {
  return () => ({ count, result });
}

function everyFifth(step: number): { readonly count: number; readonly result: number } {
  return step % 5 === 4 ? { count: 12, result: 300 } : { count: 1, result: 1_500 };
}
