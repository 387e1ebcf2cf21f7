import { z } from "zod";

/** The smallest part of a request that is sent again and again. `words`: only what a user said. */
type Atom = { readonly bytes: string; readonly words: string | null; readonly isResult: boolean };

const Item = z.looseObject({
  role: z.string().optional(),
  type: z.string().optional(),
  content: z.unknown().optional(),
});
const Body = z.object({ messages: z.array(Item).optional(), input: z.array(Item).optional() });
type Item = z.infer<typeof Item>;

/**
 * Watches the requests of one turn: what was sent once is sent again with the same bytes. What follows the last stored
 * message may be words that are never stored; they may differ, and may stand in one message with the question.
 */
export class PrefixWatch {
  #stable: readonly Atom[] = [];

  reset(): void {
    this.#stable = [];
  }

  /** What is wrong with this request, compared to those before. */
  see(body: unknown): string | null {
    const atoms = atomsOf(body);
    const broken = this.#stable.findIndex((atom, at) => !this.#fits(atom, atoms[at], at));
    if (broken !== -1) return `part ${broken} of the prefix changed: ${this.#difference(broken, atoms)}`;
    const lastResult = atoms.findLastIndex(({ isResult }) => isResult) + 1;
    if (this.#stable.length === 0) this.#stable = atoms;
    else if (lastResult > this.#stable.length) this.#stable = atoms.slice(0, lastResult);
    return null;
  }

  #fits(before: Atom, now: Atom | undefined, at: number): boolean {
    if (now === undefined) return false;
    if (before.bytes === now.bytes) return true;
    const isLast = at === this.#stable.length - 1;
    return isLast && before.words !== null && now.words !== null && now.words.startsWith(before.words);
  }

  #difference(at: number, atoms: readonly Atom[]): string {
    const [before, now] = [this.#stable[at]?.bytes ?? "", atoms[at]?.bytes ?? "(nothing)"];
    const same = before.split("").findIndex((unit, index) => unit !== now[index]);
    const from = Math.max(0, same - 20);
    return `${before.slice(from, from + 120)} -> ${now.slice(from, from + 120)}`;
  }
}

function atomsOf(body: unknown): readonly Atom[] {
  const { messages, input } = Body.parse(body);
  return (messages ?? input ?? []).filter(({ role }) => role !== "system" && role !== "developer").flatMap(splitItem);
}

function splitItem({ content, ...item }: Item): readonly Atom[] {
  const parts = typeof content === "string" ? [{ type: "text", text: content }] : content;
  if (!Array.isArray(parts)) return [atomOf(item, null)];
  const isWhole = item["tool_calls"] !== undefined || item.role === "tool";
  return isWhole ? [atomOf({ ...item, parts }, null)] : parts.map((part: unknown) => atomOf(item, part));
}

const Part = z.object({ type: z.string().optional(), text: z.string().optional() });

function atomOf(item: object, part: unknown): Atom {
  const { role, type } = Item.parse(item);
  const { type: kind, text = null } = Part.safeParse(part).data ?? {};
  return {
    bytes: JSON.stringify([item, part], (key, value: unknown) => (key === "cache_control" ? undefined : value)),
    words: role === "user" ? text : null,
    isResult: role === "tool" || kind === "tool_result" || type === "function_call_output",
  };
}
