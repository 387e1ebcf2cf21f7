import type { TurnResult } from "../../domain/turn.ts";
import type { AnswerSchema } from "../../text/answer-shape.ts";
import type { Child, ChildTask } from "./child.ts";
import { childQuestion } from "./child-question.ts";
import type { ChildWatch } from "./watch-child.ts";

/** What a child answered, and how its answer fits the shape that was asked for. */
export type Answered = {
  readonly result: TurnResult; // of the last turn
  readonly apiCalls: number;
  /** What was said to it and found no place, turn by turn. */
  readonly missed: readonly string[];
  /** null: no shape was asked for. */
  readonly shape: { readonly problem: string | null } | null;
};

/** One turn; a second one only to mend an answer that does not have the shape it should. */
export async function converse(
  child: Child,
  task: ChildTask,
  schema: AnswerSchema | null,
  watch: ChildWatch,
): Promise<Answered> {
  const first = await speak(child, childQuestion(task, schema?.instruction ?? null), watch);
  if (schema === null) return { ...together(first), shape: null };
  const problem = problemOf(first, schema);
  if (problem === null || !first.completed) return { ...together(first), shape: { problem } };
  const second = await speak(child, schema.correction(problem), watch);
  return { ...together(first, second), shape: { problem: problemOf(second, schema) } };
}

function together(first: TurnResult, second?: TurnResult): Omit<Answered, "shape"> {
  const turns = second === undefined ? [first] : [first, second];
  return {
    result: second ?? first,
    apiCalls: turns.reduce((sum, turn) => sum + turn.api_calls, 0),
    missed: turns.flatMap(({ pending_steer: text }) => text ?? []),
  };
}

async function speak(child: Child, question: string, watch: ChildWatch): Promise<TurnResult> {
  const { events, result } = child.send(question);
  const heard = listen(events, watch);
  return result.finally(() => heard); // also of a turn that broke: what it used was used
}

async function listen(events: ReturnType<Child["send"]>["events"], watch: ChildWatch): Promise<void> {
  for await (const event of events) watch.hear(event);
}

function problemOf({ final_response: text }: TurnResult, schema: AnswerSchema): string | null {
  const shape = schema.check(text ?? "");
  return shape.kind === "fits" ? null : shape.problem;
}
