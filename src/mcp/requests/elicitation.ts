import { isRecord } from "../../text/is-record.ts";
import type { ElicitRequest, ElicitResult } from "@modelcontextprotocol/client";
import { strings, type Json } from "../schema/json.ts";
import type { Asking } from "./asking.ts";
import { readAnswer } from "./read-answer.ts";

const attempts = 3;

/** A server wants to know something of the person: field by field. Nobody there, or no answer: it is told so. */
export async function answerElicitation(
  params: ElicitRequest["params"],
  { server, asking }: { readonly server: string; readonly asking: Asking | null },
): Promise<ElicitResult> {
  const ask = asking?.ask ?? null;
  if (asking === null || ask === null || !("requestedSchema" in params)) return { action: "decline" };
  const put: Put = (text, choices, isMultiple) =>
    ask({ text, choices, ...(isMultiple ? { multiSelect: true } : {}) }, asking.signal);
  const opening = `The MCP server ${server} asks: ${params.message}`;
  const fields = fieldsOf(params.requestedSchema);
  if (fields.length === 0) return confirmation(await put(opening, ["Yes", "No"], false));
  const content: NonNullable<ElicitResult["content"]> = {};
  for (const field of fields) {
    const value = await answerOf(field, opening, put);
    if (value === null) return { action: "cancel" };
    if (value !== undefined) content[field.name] = value;
  }
  return { action: "accept", content };
}

function fieldsOf(schema: unknown): readonly Field[] {
  const { properties, required } = isRecord(schema) ? schema : {};
  const names = strings(required);
  return Object.entries(isRecord(properties) ? properties : {}).map(([name, field]) => ({
    name,
    field: isRecord(field) ? field : {},
    isRequired: names.includes(name),
  }));
}

function confirmation(answer: string | null): ElicitResult {
  if (answer === null) return { action: "cancel" };
  return /^\s*(?:n|no)\b/iu.test(answer) ? { action: "decline" } : { action: "accept", content: {} };
}

type Field = { readonly name: string; readonly field: Json; readonly isRequired: boolean };
type Put = (text: string, choices: readonly string[], isMultiple: boolean) => Promise<string | null>;
type Answer = NonNullable<ElicitResult["content"]>[string];

/** undefined: left out. null: there is no answer, or none that fits. */
async function answerOf(
  { name, field, isRequired }: Field,
  opening: string,
  put: Put,
): Promise<Answer | undefined | null> {
  const label = [field["title"] ?? name, field["description"]].filter((text) => typeof text === "string").join(": ");
  const { choices, isMultiple } = choicesOf(field);
  let text = `${opening}\n${label}${hintOf(field, isRequired)}`;
  for (let attempt = 0; attempt < attempts; attempt++) {
    const said = await put(text, choices, isMultiple);
    if (said === null) return null;
    const read = readAnswer(said, field, isRequired);
    if (read.kind === "value") return read.value;
    if (read.kind === "omitted") return undefined;
    text = `${label}: ${read.problem}`;
  }
  return null;
}

function hintOf(field: Json, isRequired: boolean): string {
  if (field["default"] !== undefined) return ` (empty: ${JSON.stringify(field["default"])})`;
  return isRequired ? "" : " (may be empty)";
}

function choicesOf(field: Json): { readonly choices: readonly string[]; readonly isMultiple: boolean } {
  if (field["type"] === "boolean") return { choices: ["Yes", "No"], isMultiple: false };
  const isMultiple = field["type"] === "array" && isRecord(field["items"]);
  const { enum: values, enumNames, oneOf, anyOf } = isMultiple && isRecord(field["items"]) ? field["items"] : field;
  const titled = [oneOf ?? anyOf ?? []]
    .flat()
    .flatMap((option) => (isRecord(option) ? strings([option["title"] ?? option["const"]]) : []));
  const named = strings(enumNames);
  return { choices: [titled, named, strings(values)].find((list) => list.length > 0) ?? [], isMultiple };
}
