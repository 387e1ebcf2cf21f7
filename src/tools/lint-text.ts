import { extname } from "node:path";
import { jsonErrorPosition } from "./json-position.ts";

/** A mistake of syntax that the new text has and the old one had not, or null. */
export async function newSyntaxError(path: string, before: string | null, after: string): Promise<string | null> {
  const check = checks[extname(path).toLowerCase()];
  if (check === undefined) return null;
  const problem = await check(after);
  if (problem === null || (before !== null && (await check(before)) !== null)) return null;
  return problem;
}

const checks: Readonly<Record<string, (text: string) => Promise<string | null>>> = {
  ".json": jsonProblem,
  ".yaml": yamlProblem,
  ".yml": yamlProblem,
};

async function jsonProblem(text: string): Promise<string | null> {
  try {
    JSON.parse(text);
    return null;
  } catch {
    const lines = text.slice(0, jsonErrorPosition(text)).split("\n");
    return `JSON is broken at line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`;
  }
}

async function yamlProblem(text: string): Promise<string | null> {
  const { parseAllDocuments } = await import("yaml"); // 9 ms that only YAML files are worth
  const documents = parseAllDocuments(text);
  const problem = Array.isArray(documents) ? documents.flatMap((document) => document.errors)[0] : undefined;
  return problem === undefined ? null : (problem.message.split("\n")[0] ?? null);
}
