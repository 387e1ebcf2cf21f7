import { z } from "zod";
import type { DocumentText } from "./document-text.ts";

const Lines = z.union([z.string(), z.array(z.string())]).transform((lines) => [lines].flat().join(""));
const Output = z.looseObject({
  text: Lines.optional(),
  data: z.looseObject({ "text/plain": Lines.optional() }).optional(),
  ename: z.string().optional(),
  evalue: z.string().optional(),
});
const Cell = z.looseObject({ cell_type: z.string(), source: Lines, outputs: z.array(Output).optional() });
const Notebook = z.looseObject({ cells: z.array(Cell) });

const mostOutputChars = 4_000;

/** Cells one after another, what they printed behind them; pictures are only named. */
export async function notebookText(bytes: Buffer): Promise<DocumentText> {
  const notebook = Notebook.safeParse(parsed(bytes.toString("utf8")));
  if (!notebook.success) return { kind: "problem", why: "it is not a notebook of format 4" };
  return { kind: "text", text: notebook.data.cells.map(cellText).join("\n\n") };
}

function cellText({ cell_type: type, source, outputs = [] }: z.output<typeof Cell>, index: number): string {
  const printed = outputs.map(outputText).filter((text) => text !== "");
  const shown = printed.length === 0 ? [] : ["[output]", ...printed];
  return [`[cell ${index + 1}: ${type}]`, source, ...shown].join("\n");
}

function outputText({ text, data, ename, evalue = "" }: z.output<typeof Output>): string {
  const plain = text ?? data?.["text/plain"] ?? (ename === undefined ? "" : `${ename}: ${evalue}`);
  if (plain === "" && data !== undefined) return `[${Object.keys(data).join(", ")}]`;
  const trimmed = plain.trimEnd();
  return trimmed.length > mostOutputChars
    ? `${trimmed.slice(0, mostOutputChars).toWellFormed()} [output cut]`
    : trimmed;
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return null; // refused as no notebook
  }
}
