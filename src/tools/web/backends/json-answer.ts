import type { z } from "zod";
import type { WebAccess, WebAnswer, WebRequest } from "../../../domain/web-backend.ts";

const longestProblem = 300;

/** A service's answer, read by its schema; everything else it may say becomes one line. */
export async function jsonAnswer<Schema extends z.ZodType>(
  service: string,
  request: WebRequest,
  schema: Schema,
  { request: send }: Pick<WebAccess, "request">,
): Promise<WebAnswer<z.output<Schema>>> {
  const answer = await send(request);
  if (answer.kind === "failed") return failed(`${service}: ${answer.message}`);
  const { status, text } = answer.value;
  if (status >= 400) return failed(`${service} answered ${status}${hintFor(status)}: ${oneLine(text)}`);
  const parsed = schema.safeParse(jsonIn(text));
  return parsed.success ? { kind: "found", value: parsed.data } : failed(`${service} sent an answer of another form`);
}

function hintFor(status: number): string {
  if (status === 401 || status === 403) return " (is its key right?)";
  return status === 429 ? " (too many requests)" : "";
}

function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/gu, " ").trim();
  return line.length > longestProblem ? `${line.slice(0, longestProblem)}…`.toWellFormed() : line;
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // fits no schema
  }
}

function failed(message: string): { readonly kind: "failed"; readonly message: string } {
  return { kind: "failed", message };
}
