import { parseAllDocuments } from "yaml";

export async function yamlProblem(text: string): Promise<string | null> {
  const documents = parseAllDocuments(text);
  const problem = Array.isArray(documents) ? documents.flatMap((document) => document.errors)[0] : undefined;
  return problem === undefined ? null : (problem.message.split("\n")[0] ?? null);
}
