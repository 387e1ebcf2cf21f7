import type { DocumentText } from "./document-text.ts";
import { xmlText } from "./xml-text.ts";
import { openZip, type ZipArchive } from "./zip.ts";

const mostCells = 500_000;

/** Sheets one after another, a row a line, cells apart by tabs. */
export async function xlsxText(bytes: Buffer): Promise<DocumentText> {
  const archive = openZip(bytes);
  const sheets = archive === null ? [] : sheetsOf(archive);
  if (archive === null || sheets.length === 0) return { kind: "problem", why: "it is not an Excel workbook" };
  const shared = sharedStrings(archive);
  const texts = sheets.map(({ name, file }) => `[sheet ${name}]\n${rows(textOf(archive, file), shared).join("\n")}`);
  return { kind: "text", text: texts.join("\n\n") };
}

function textOf(archive: ZipArchive, name: string): string {
  return archive.read(name)?.toString("utf8") ?? "";
}

/** In the order of the workbook, with the names people see. */
function sheetsOf(archive: ZipArchive): readonly { readonly name: string; readonly file: string }[] {
  const links = new Map(
    elements(textOf(archive, "xl/_rels/workbook.xml.rels"), "Relationship").map(({ tag }) => [
      attribute(tag, "Id"),
      attribute(tag, "Target").replace(/^\/?xl\//, ""),
    ]),
  );
  return elements(textOf(archive, "xl/workbook.xml"), "sheet").flatMap(({ tag }) => {
    const file = links.get(attribute(tag, "r:id"));
    return file === undefined ? [] : [{ name: attribute(tag, "name"), file: `xl/${file}` }];
  });
}

function sharedStrings(archive: ZipArchive): readonly string[] {
  return elements(textOf(archive, "xl/sharedStrings.xml"), "si").map(({ inner }) => runs(inner));
}

/** The texts of a rich string, without the way its words are spoken. */
function runs(xml: string): string {
  return elements(xml.replaceAll(/<rPh\b[^]*?<\/rPh>/g, ""), "t")
    .map(({ inner }) => xmlText(inner))
    .join("");
}

function rows(sheet: string, shared: readonly string[]): readonly string[] {
  let left = mostCells;
  return elements(sheet, "row").flatMap(({ inner }) => {
    if (left <= 0) return [];
    const cells = elements(inner, "c");
    left -= cells.length;
    const line: string[] = [];
    for (const { tag, inner: cell } of cells) {
      const column = columnOf(attribute(tag, "r")) ?? line.length;
      while (line.length < column && line.length < 16_384) line.push("");
      line.push(cellText(attribute(tag, "t"), cell, shared).replaceAll(/\s+/g, " "));
    }
    return [line.join("\t")];
  });
}

function cellText(type: string, cell: string, shared: readonly string[]): string {
  if (type === "inlineStr") return runs(cell);
  const value = xmlText(elements(cell, "v")[0]?.inner ?? "");
  if (type === "s") return shared[Number(value)] ?? "";
  return type === "b" ? (value === "1" ? "TRUE" : "FALSE") : value;
}

/** `B7` is the second column: 1. */
function columnOf(reference: string): number | null {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0];
  if (letters === undefined) return null;
  return letters.split("").reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

type Element = { readonly tag: string; readonly inner: string };

/** Elements of this name, which do not lie in each other. */
function elements(xml: string, name: string): readonly Element[] {
  const found: Element[] = [];
  const open = new RegExp(`<${name}(?=[\\s/>])[^>]*>`, "g");
  for (let match = open.exec(xml); match !== null; match = open.exec(xml)) {
    const [tag] = match;
    const end = tag.endsWith("/>") ? open.lastIndex : xml.indexOf(`</${name}>`, open.lastIndex);
    if (end === -1) break;
    found.push({ tag, inner: xml.slice(open.lastIndex, end) });
    open.lastIndex = end;
  }
  return found;
}

function attribute(tag: string, name: string): string {
  return xmlText(new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? "");
}
