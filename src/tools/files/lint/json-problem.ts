import { jsonErrorPosition } from "../../json-position.ts";

export async function jsonProblem(text: string): Promise<string | null> {
  const bare = text.replace(/^\uFEFF/, "");
  try {
    JSON.parse(bare);
    return null;
  } catch {
    const lines = bare.slice(0, jsonErrorPosition(bare)).split("\n");
    return `JSON is broken at line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`;
  }
}
