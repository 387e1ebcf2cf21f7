import { z } from "zod";
import { charsIn, firstChars } from "../../text/code-points.ts";

export const statuses = ["pending", "in_progress", "completed", "cancelled"] as const;
type Status = (typeof statuses)[number];

/** One thing to do. The place in the list is its priority. */
export type TodoItem = { readonly id: string; readonly content: string; readonly status: Status };

const mostItems = 256;
const longestContent = 4_000;
const cutMark = "… [cut]";
const unnamed = "?";
const noContent = "(no description)";
const noItem = "(not an item)";

const Text = z.union([z.string(), z.number()]).transform(String).catch("");
const Given = z.object({ id: Text, content: Text, status: z.unknown().optional() });
type Given = z.output<typeof Given>;

/** The list anew. Whatever a model writes becomes an item; of two with one id the later stays. */
export function replaced(given: readonly unknown[]): readonly TodoItem[] {
  return settled(given.map(toItem));
}

/** Fields that were given change the item with that id, new ones go to the end; what has no id is nobody's. */
export function merged(list: readonly TodoItem[], given: readonly unknown[]): readonly TodoItem[] {
  const items = new Map(list.map((item) => [item.id, item]));
  for (const each of given) {
    const { data } = Given.safeParse(each);
    const id = data?.id.trim() ?? "";
    if (data === undefined || id === "") continue;
    const known = items.get(id);
    items.set(id, known === undefined ? toItem(each) : changed(known, data));
  }
  return settled([...items.values()]);
}

/** What is left to do, one line each; null: nothing. */
export function openLines(list: readonly TodoItem[]): string | null {
  const lines = list.flatMap(({ id, content, status }) => {
    if (status !== "pending" && status !== "in_progress") return [];
    return [`[${status === "pending" ? " " : ">"}] ${id}: ${content.replace(/\s+/gu, " ")}`];
  });
  return lines.length === 0 ? null : lines.join("\n");
}

/** The whole list and how much of it is in which state. */
export function report(list: readonly TodoItem[]) {
  const count = (wanted: Status): number => list.filter(({ status }) => status === wanted).length;
  const summary = Object.fromEntries(statuses.map((status) => [status, count(status)]));
  return { todos: list, summary: { total: list.length, ...summary } };
}

function toItem(given: unknown): TodoItem {
  const { data } = Given.safeParse(given);
  if (data === undefined) return { id: unnamed, content: noItem, status: "pending" };
  return { id: data.id.trim() || unnamed, content: contentOf(data) ?? noContent, status: statusOf(data.status) };
}

function changed(item: TodoItem, given: Given): TodoItem {
  const status = given.status === undefined ? item.status : statusOf(given.status);
  return { id: item.id, content: contentOf(given) ?? item.content, status };
}

function contentOf({ content }: Given): string | null {
  const text = content.trim();
  if (text === "") return null;
  if (charsIn(text) <= longestContent) return text;
  return firstChars(text, longestContent - cutMark.length) + cutMark;
}

function statusOf(given: unknown): Status {
  return statuses.find((status) => status === given) ?? "pending";
}

/** No id twice, no more than fit, and what is being done in front of what still waits. */
function settled(items: readonly TodoItem[]): readonly TodoItem[] {
  const last = new Map(items.map((item, index) => [item.id, index]));
  const list = items.filter(({ id }, index) => last.get(id) === index).slice(0, mostItems);
  const current = list.findIndex(({ status }) => status === "in_progress");
  const waiting = list.findIndex(({ status }) => status === "pending");
  const item = list[current];
  if (item === undefined || waiting === -1 || waiting > current) return list;
  return list.toSpliced(current, 1).toSpliced(waiting, 0, item);
}
