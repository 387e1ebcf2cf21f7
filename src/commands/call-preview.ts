import { z } from "zod";
import type { ToolCall } from "../domain/message.ts";
import { plainLine } from "./plain-text.ts";

const longest = 300;
const Arguments = z.record(z.string(), z.unknown());

/** What a call is about, by the argument that usually says it; tools themselves are not asked. */
const telling = ["command", "path", "query", "urls", "url", "question", "goal", "name", "code", "image_url", "action"];

/** One line about a stored call. */
export function callPreview({ function: { name, arguments: json } }: ToolCall): string {
  const given = argumentsIn(json);
  if (given === null) return plainLine(json, longest);
  const { pattern, path, content } = given;
  if (typeof pattern === "string") return plainLine(`${pattern} in ${textOf(path) || "."}`, longest);
  if (name === "write_file" && typeof content === "string")
    return plainLine(`${textOf(path)} (${content.length} chars)`, longest);
  const told = [...telling.map((key) => given[key]), ...Object.values(given)].map(textOf).find((text) => text !== "");
  return plainLine(name === "execute_code" ? firstLine(told ?? "") : (told ?? ""), longest);
}

function argumentsIn(json: string): Readonly<Record<string, unknown>> | null {
  try {
    return Arguments.safeParse(JSON.parse(json)).data ?? null;
  } catch {
    return null; // what a model sends need not be JSON
  }
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.filter((one) => typeof one === "string").join(" ");
  return typeof value === "string" ? value : "";
}

function firstLine(text: string): string {
  return text.trim().split("\n")[0] ?? "";
}
