import { isRecord } from "../text/is-record.ts";
import { z } from "zod";
import { isMessage, type Message } from "../domain/message.ts";
import { type ImageFiles, StoredImageSchema } from "./image-files.ts";
import { readJson, unreadable } from "./read-json.ts";
import { type Fields, type Reading, salvage } from "./salvage-message.ts";

/** A message as its row holds it. A column takes what fits it exactly; everything else is kept in `extra`. */
export const MessageColumnsSchema = z.object({
  role: z.string(),
  content: z.string().nullable(),
  tool_call_id: z.string().nullable(),
  tool_calls: z.string().nullable(),
  tool_name: z.string().nullable(),
  reasoning: z.string().nullable(),
  reasoning_details: z.string().nullable(),
  codex_reasoning_items: z.string().nullable(),
  extra: z.string().nullable(),
  finish_reason: z.string().nullable(),
  timestamp: z.number(),
});
export type MessageColumns = Readonly<z.infer<typeof MessageColumnsSchema>>;

type Values = ReadonlyMap<string, unknown>;
const textColumns = ["content", "tool_call_id", "tool_name", "reasoning", "finish_reason"] as const;
const jsonColumns = ["tool_calls", "reasoning_details", "codex_reasoning_items"] as const;
const lostImage = "[an image stood here; its file is no longer available]";

/** Keys with a leading underscore are flags of a running turn and never stored, so the store uses them for its own. */
export function toColumns(message: Message, images: ImageFiles, nowSeconds: number): MessageColumns {
  const values: Values = new Map(
    Object.entries(message).filter(([key, value]) => !key.startsWith("_") && value !== undefined),
  );
  const extra = new Map([...values].filter(([key, value]) => !fitsColumn(key, value)));
  const { timestamp, content } = message;
  if (timestamp === undefined) extra.set("_undated", true);
  if (typeof content !== "string") extra.set("_parts", true);
  return {
    role: message.role,
    content: typeof content === "string" ? content.toWellFormed() : JSON.stringify(content.map(imageOut(images))),
    tool_call_id: textIn(values, "tool_call_id"),
    tool_calls: jsonIn(values, "tool_calls"),
    tool_name: textIn(values, "tool_name"),
    reasoning: textIn(values, "reasoning"),
    reasoning_details: jsonIn(values, "reasoning_details"),
    codex_reasoning_items: jsonIn(values, "codex_reasoning_items"),
    extra: extra.size === 0 ? null : JSON.stringify(Object.fromEntries(extra)),
    finish_reason: textIn(values, "finish_reason"),
    timestamp: timestamp ?? nowSeconds,
  };
}

/** The message that was appended, equal to it in every field; a lost picture or a damaged field leaves a note instead. */
export function toMessage(columns: MessageColumns, images: ImageFiles): Reading {
  const fields = fieldsOf(columns, images);
  const message: unknown = Object.fromEntries([["role", columns.role], ...fields]);
  const isWhole = fields.every(([, value]) => value !== unreadable) && isMessage(message);
  return isWhole ? { message, damaged: [] } : salvage(columns.role, fields);
}

function fieldsOf(columns: MessageColumns, images: ImageFiles): Fields {
  const extra = readJson(columns.extra);
  const { _parts: hasParts, _undated: isUndated, _copy_of: _original, ...rest } = isRecord(extra) ? extra : {};
  const content = hasParts === true ? partsIn(readJson(columns.content), images) : columns.content;
  const texts = textColumns.map((key) => [key, key === "content" ? content : columns[key]] as const);
  const jsons = jsonColumns.map((key) => [key, readJson(columns[key])] as const);
  return [
    ...[...texts, ...jsons].filter(([, value]) => value !== null),
    ...(isUndated === true ? [] : [["timestamp", columns.timestamp] as const]),
    ...Object.entries(rest),
    ...(extra === unreadable ? [["extra", unreadable] as const] : []),
  ];
}

/** The id of the row this one repeats in a child session, or null. */
export function copiedFrom(columns: Pick<MessageColumns, "extra">): number | null {
  const original = extraOf(columns)["_copy_of"];
  return typeof original === "number" ? original : null;
}

export function asCopyOf(original: number, columns: MessageColumns): MessageColumns {
  return { ...columns, extra: JSON.stringify({ ...extraOf(columns), _copy_of: original }) };
}

function fitsColumn(key: string, value: unknown): boolean {
  if (key === "role" || key === "timestamp") return true;
  if (key === "content" && typeof value !== "string") return true; // parts, as JSON
  if (textColumns.some((column) => column === key)) return isPlainText(value);
  return jsonColumns.some((column) => column === key) && Array.isArray(value);
}

/** SQLite keeps UTF-8: a lone surrogate would come back as another character. */
function isPlainText(value: unknown): value is string {
  return typeof value === "string" && value.isWellFormed();
}

function textIn(values: Values, key: string): string | null {
  const value = values.get(key);
  return isPlainText(value) ? value : null;
}

function jsonIn(values: Values, key: string): string | null {
  const value = values.get(key);
  return Array.isArray(value) ? JSON.stringify(value) : null;
}

function imageOut(images: ImageFiles): (part: unknown) => unknown {
  return (part) => {
    const stored = isInline(part) ? images.keep(part.image_url.url) : null;
    return stored === null || !isInline(part) ? part : withUrl(part, stored);
  };
}

function imageIn(part: unknown, images: ImageFiles): unknown {
  if (!isOutlined(part)) return part;
  const url = images.fetch(part.image_url.url);
  return url === null ? { type: "text", text: lostImage } : withUrl(part, url);
}

const InlineImage = z.object({ type: z.literal("image_url"), image_url: z.object({ url: z.string() }) });
const OutlinedImage = z.object({ type: z.literal("image_url"), image_url: z.object({ url: StoredImageSchema }) });

function isInline(part: unknown): part is z.infer<typeof InlineImage> {
  return InlineImage.safeParse(part).success;
}

function isOutlined(part: unknown): part is z.infer<typeof OutlinedImage> {
  return OutlinedImage.safeParse(part).success;
}

/** Only the address changes: other keys and their order stay. */
function withUrl(part: { readonly image_url: object }, url: unknown): unknown {
  return { ...part, image_url: { ...part.image_url, url } };
}

function partsIn(parts: unknown, images: ImageFiles): unknown {
  return Array.isArray(parts) ? parts.map((part: unknown) => imageIn(part, images)) : parts;
}

function extraOf({ extra }: Pick<MessageColumns, "extra">): Readonly<Record<string, unknown>> {
  const value = readJson(extra);
  return isRecord(value) ? value : {};
}
