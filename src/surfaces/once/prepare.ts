import type { Content } from "../../domain/message.ts";
import { oncePhrases } from "../../text/phrases/once.ts";
import type { AnswerSchema } from "../../text/answer-shape.ts";
import { readAnswerSchema } from "./answer-schema.ts";
import { attachImages } from "./images.ts";
import { type Refusal, refused } from "./named-file.ts";
import type { OnceRun } from "./once-run.ts";
import { type Prompt, readPrompt } from "./prompt.ts";
import { usageFileProblem } from "./usage-file.ts";

export type Prepared = {
  readonly kind: "prepared";
  /** null: the first message will come from the client on stdin. */
  readonly content: Content | null;
  readonly schema: AnswerSchema | null;
  readonly warnings: readonly string[];
};

/** Finds everything wrong with the input before anything is opened, asked or paid for. */
export async function prepare(run: OnceRun, signal: AbortSignal): Promise<Prepared | Refusal> {
  const { request, cwd } = run;
  const misplaced = request.usageFile === null ? null : usageFileProblem(request.usageFile, cwd);
  if (misplaced !== null) return misplaced;
  const answer = request.jsonSchemaFile === null ? null : await readAnswerSchema(request.jsonSchemaFile, cwd);
  if (answer?.kind === "refused") return answer;
  const schema = answer?.schema ?? null;
  const prompt = await firstPrompt(run, signal);
  if (prompt === null) return { kind: "prepared", content: null, schema, warnings: [] };
  if (prompt.kind === "refused") return prompt;
  const attached = attachImages(prompt.text, request.images, cwd);
  if (attached.kind === "refused") return attached;
  return { kind: "prepared", content: attached.content, schema, warnings: prompt.warnings };
}

/** A client on stdin may bring the prompt later; then stdin is not read here. */
async function firstPrompt({ request, terminal, cwd }: OnceRun, signal: AbortSignal): Promise<Prompt | null> {
  if (request.inputFormat === "text") return readPrompt(request, terminal, cwd, signal);
  if (request.prompt !== null || request.queryFile !== null) {
    return readPrompt(request, { ...terminal, inIsTty: true }, cwd, signal);
  }
  if (request.images.length > 0 || terminal.inIsTty) return refused(oncePhrases.emptyPrompt);
  return null;
}
