import { type AnswerSchema, compileAnswerSchema, parseJson } from "../../text/answer-shape.ts";
import { oncePhrases } from "../../text/phrases/once.ts";
import { readNamedFile, type Refusal, refused } from "./named-file.ts";

const mostMegabytes = 1;

/** Reads a JSON Schema file before anything runs. */
export async function readAnswerSchema(
  path: string,
  cwd: string,
): Promise<{ readonly kind: "schema"; readonly schema: AnswerSchema } | Refusal> {
  const file = readNamedFile("--json-schema", path, cwd, mostMegabytes);
  if (file.kind === "refused") return file;
  const json = parseJson(new TextDecoder().decode(file.bytes));
  if (json === null) return refused(oncePhrases.schemaNotJson(path));
  const compiled = compileAnswerSchema(json.value);
  return compiled.kind === "schema" ? compiled : refused(oncePhrases.schemaInvalid(path, compiled.reason));
}
