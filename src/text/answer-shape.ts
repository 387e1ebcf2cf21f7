import { isRecord } from "./is-record.ts";
import { fromJSONSchema } from "zod"; // not all of `z`: passed on as a value it would bring every locale
import { oncePhrases } from "./phrases/once.ts";

/** The shape an answer must have. */
export type AnswerSchema = {
  /** Told to the model behind the prompt. */
  readonly instruction: string;
  readonly check: (answer: string) => Shape;
  /** For the model, when its first answer did not fit. */
  readonly correction: (problem: string) => string;
};

type Shape =
  | { readonly kind: "fits"; readonly value: unknown }
  | { readonly kind: "differs"; readonly problem: string };

export type CompiledSchema =
  | { readonly kind: "schema"; readonly schema: AnswerSchema }
  | { readonly kind: "unusable"; readonly reason: string };

const mostProblems = 5;

/** A JSON Schema made ready before anything runs, so that a bad one costs nothing. */
export function compileAnswerSchema(json: unknown): CompiledSchema {
  if (!isRecord(json)) return { kind: "unusable", reason: oncePhrases.notJson };
  try {
    const schema = fromJSONSchema(json);
    const check = (value: unknown): string | null => problemIn(schema.safeParse(value).error?.issues ?? []);
    const instruction = instructionFor(json);
    return { kind: "schema", schema: { instruction, check: (answer) => judge(answer, check), correction } };
  } catch (error) {
    return { kind: "unusable", reason: error instanceof Error ? error.message : String(error) };
  }
}

function correction(problem: string): string {
  return `Your answer does not fit the required JSON schema: ${problem}\nAnswer again with the corrected JSON and nothing else.`;
}

/** `value` is what the model wrote: the schema only judges and never rebuilds it. */
function judge(answer: string, check: (value: unknown) => string | null): Shape {
  const json = jsonIn(answer);
  if (json === null) return { kind: "differs", problem: oncePhrases.noJsonInAnswer };
  const problem = check(json.value);
  return problem === null ? { kind: "fits", value: json.value } : { kind: "differs", problem };
}

/** The whole answer, else the last fenced block that is JSON. */
function jsonIn(answer: string): { readonly value: unknown } | null {
  const fenced = [...answer.matchAll(/^[ \t]*```(?:json)?[ \t]*\n([^]*?)\n[ \t]*```[ \t]*$/gim)].map(
    (match) => match[1],
  );
  return [answer, ...fenced.toReversed()].map((text) => parseJson(text ?? "")).find((json) => json !== null) ?? null;
}

export function parseJson(text: string): { readonly value: unknown } | null {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
}

type Issue = { readonly path: readonly PropertyKey[]; readonly message: string };

function problemIn(issues: readonly Issue[]): string | null {
  if (issues.length === 0) return null;
  const shown = issues.slice(0, mostProblems).map(({ path, message }) => {
    const field = path.map(String).join(".");
    return field === "" ? message : `${field}: ${message}`;
  });
  return shown.join("; ");
}

function instructionFor(schema: unknown): string {
  return `Your final answer must be JSON and nothing else, valid against this JSON schema:\n${JSON.stringify(schema)}`;
}
