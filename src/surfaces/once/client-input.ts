import { z } from "zod";
import type { Content } from "../../domain/message.ts";
import { oncePhrases } from "../../text/phrases/once.ts";
import { linesOf } from "./lines.ts";
import { megabyte } from "./named-file.ts";

const Text = z.object({ type: z.literal("text"), text: z.string() });
const Image = z.object({
  type: z.literal("image_url"),
  image_url: z.object({ url: z.string(), detail: z.string().optional() }),
});
const Id = z.string().min(1);

const Line = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("user"),
    content: z.union([z.string().regex(/\S/, "empty"), z.array(z.discriminatedUnion("type", [Text, Image])).min(1)]),
  }),
  z.object({ type: z.literal("steer"), text: z.string().regex(/\S/, "empty") }),
  z.object({ type: z.literal("interrupt") }),
  z.object({ type: z.literal("approval"), id: Id, decision: z.string().min(1) }),
  z.object({ type: z.literal("clarify"), id: Id, answer: z.string() }),
]);

/** What the program on the other end of stdin wants. */
export type ClientLine =
  | { readonly type: "user"; readonly content: Content }
  | { readonly type: "steer"; readonly text: string }
  | { readonly type: "interrupt" }
  | { readonly type: "answer"; readonly questionId: string; readonly choice: string }
  | { readonly type: "malformed"; readonly notice: string };

const longestLine = 10 * megabyte;

/** `--input-format stream-json`: one object per line; a bad line is reported and costs nothing else. */
export async function* readClient(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ClientLine> {
  let number = 0;
  for await (const line of linesOf(chunks, longestLine)) {
    number += 1;
    if (line === null) yield malformed(number, oncePhrases.lineTooLong);
    else if (line.trim() !== "") yield readLine(line, number);
  }
}

function readLine(text: string, number: number): ClientLine {
  const json = parseObject(text);
  if (json === null) return malformed(number, oncePhrases.notJson);
  const line = Line.safeParse(json);
  if (!line.success) return malformed(number, line.error.issues.map(problemOf).join("; "));
  const { data } = line;
  switch (data.type) {
    case "approval":
      return { type: "answer", questionId: data.id, choice: data.decision };
    case "clarify":
      return { type: "answer", questionId: data.id, choice: data.answer };
    default:
      return data;
  }
}

function parseObject(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" ? value : null;
  } catch {
    return null;
  }
}

function problemOf(issue: { readonly path: readonly PropertyKey[]; readonly message: string }): string {
  return `${issue.path.map(String).join(".") || "object"}: ${issue.message}`;
}

function malformed(line: number, problem: string): ClientLine {
  return { type: "malformed", notice: oncePhrases.badLine(line, problem) };
}
