import type { ContextUse, NamedTokens } from "../../domain/context-use.ts";
import { compactNumber, percent } from "../../text/figures.ts";
import { insightsPhrases as say } from "../../text/phrases/insights.ts";
import { paintFor } from "../insights/paint.ts";
import { type Row, tableLines } from "../insights/table.ts";
import { deferredLines } from "./deferred-lines.ts";

const columns = 80;
const paint = paintFor(false);

/** What fills the window: layers of the prompt, tools by their set (or one by one), messages, and what is free. */
export function contextText(use: ContextUse, model: string, isWhole: boolean): string {
  const { tokens, window, isReported, trigger } = use;
  const filled = say.contextIs(tokens, window, isReported);
  const title = say.contextTitle(model, trigger === null ? filled : `${filled}, ${say.trigger(trigger)}`);
  const row = rowFor(window);
  const rows = [
    row(say.parts.system, sumOf(use.layers)),
    ...use.layers.map((layer) => row(`  ${layer.name}`, layer.tokens)),
    row(say.parts.tools, sumOf(use.tools)),
    ...toolRows(use, isWhole).map(({ name, tokens: weight }) => row(`  ${name}`, weight)),
    row(say.parts.messages, use.messages),
    ...partRows(use).map(({ name, tokens: weight }) => row(`  ${name}`, weight)),
    row(say.parts.free, Math.max(0, window - tokens)),
  ];
  const table = tableLines({ heads: [say.tokens, say.ofWindow], rows, bars: true }, columns, paint);
  return [title, "", ...table, ...deferredLines(use)].join("\n");
}

function rowFor(window: number): (name: string, tokens: number) => Row {
  return (name, tokens) => ({
    name,
    cells: [compactNumber(tokens), window === 0 ? "?" : percent(tokens / window)],
    weight: tokens,
  });
}

function toolRows({ tools }: ContextUse, isWhole: boolean): readonly NamedTokens[] {
  const sets = [...Map.groupBy(tools, ({ toolset }) => toolset)].map(([name, own]) => ({ name, tools: own }));
  const byWeight = sets.map((set) => ({ ...set, tokens: sumOf(set.tools) })).toSorted(heavierFirst);
  return byWeight.flatMap((set) => [
    set,
    ...(isWhole ? set.tools.toSorted(heavierFirst).map((tool) => ({ ...tool, name: `  ${tool.name}` })) : []),
  ]);
}

function partRows({ parts }: ContextUse): readonly NamedTokens[] {
  if (parts === null) return [];
  const { head, summary, tail } = say.parts;
  return [
    { name: head, tokens: parts.head },
    { name: summary, tokens: parts.summary },
    { name: tail, tokens: parts.tail },
  ];
}

function heavierFirst(one: NamedTokens, other: NamedTokens): number {
  return other.tokens - one.tokens || one.name.localeCompare(other.name);
}

function sumOf(parts: readonly NamedTokens[]): number {
  return parts.reduce((sum, { tokens }) => sum + tokens, 0);
}
