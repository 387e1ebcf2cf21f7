import { z } from "zod";
import type { Clock } from "../domain/clock.ts";
import { fail, ok, type ToolOutcome } from "../domain/outcome.ts";
import { defineTool, type Tool, type ToolContext } from "../domain/tool.ts";

const mostChoices = 4;
const Asked = z.object({
  question: z.string(),
  choices: z.array(z.string()).optional(),
  multi_select: z.boolean().default(false),
});
/** Each thing is described once: it is read with every request. */
const Input = z.object({
  question: Asked.shape.question.describe("What to ask, complete in itself"),
  choices: Asked.shape.choices.describe(
    `Up to ${mostChoices} answers to choose from, the recommended one first; leave out for an open question`,
  ),
  multi_select: Asked.shape.multi_select.describe("Several choices may be taken"),
  questions: z
    .array(Asked)
    .min(2)
    .max(5)
    .optional()
    .describe("Several questions at once, instead of one; `question` then says what they are about"),
});

type Asked = z.output<typeof Asked>;
type Answered = {
  readonly question: string;
  readonly choices_offered: readonly string[];
  readonly user_response: string;
};

/** Asks the person. The question goes up as an event; the answer is the result. */
export function createClarifyTool({ clock, timeoutMs }: { readonly clock: Clock; readonly timeoutMs: number }): Tool {
  return defineTool({
    name: "clarify",
    toolset: "clarify",
    description:
      "Ask the user when a decision is theirs and the answer changes what you do next. Not for what you can find out yourself, and not to ask for permission.",
    concurrency: "interactive",
    input: Input,
    preview: ({ question }) => question,
    ownLimitMs: () => timeoutMs,
    run: async (input, context) => {
      const questions = (input.questions ?? [input]).map(tidy);
      if (questions.some(({ question }) => question === "")) return fail("question: must not be empty");
      if (context.ask === null) return fail("No user is present to answer. Decide yourself and say what you assumed.");
      using deadline = clock.deadline(timeoutMs, context.signal);
      const answers = await askAll(questions, context.ask, deadline.signal);
      return outcomeOf(answers, questions.length, deadline.expired());
    },
  });
}

function tidy({ question, choices = [], multi_select }: Asked): Asked & { readonly choices: readonly string[] } {
  const offered = choices.map((choice) => choice.trim()).filter((choice) => choice !== "");
  return { question: question.trim(), choices: offered.slice(0, mostChoices), multi_select };
}

async function askAll(
  questions: readonly ReturnType<typeof tidy>[],
  ask: NonNullable<ToolContext["ask"]>,
  signal: AbortSignal,
): Promise<readonly Answered[]> {
  const answers: Answered[] = [];
  for (const [index, { question, choices, multi_select: multiSelect }] of questions.entries()) {
    const part = questions.length === 1 ? {} : { part: { number: index + 1, of: questions.length } };
    const answer = await ask({ text: question, choices, multiSelect, ...part }, signal);
    if (answer === null) return answers;
    answers.push({ question, choices_offered: choices, user_response: answer });
  }
  return answers;
}

function outcomeOf(answers: readonly Answered[], asked: number, isLate: boolean): ToolOutcome {
  const [only] = answers;
  if (asked === 1 && only !== undefined) return ok({ ...only });
  if (answers.length === asked) return ok({ responses: answers });
  if (isLate && asked > 1) return ok({ responses: answers, timed_out: true });
  const details = asked > 1 ? { responses: answers } : isLate ? { timed_out: true } : {};
  return fail("The user did not answer. Decide yourself and say what you assumed.", details);
}
