import type TurndownService from "turndown";
import { imageMark } from "./image-mark.ts";
import { isElement, type PageElement } from "./page-element.ts";

/** Markdown of an element. Loaded when first needed. */
export async function createMarkdown(): Promise<(root: PageElement) => string> {
  const { default: Service } = await import("turndown");
  const service = new Service({ headingStyle: "atx", codeBlockStyle: "fenced", bulletListMarker: "-" });
  addTables(service);
  service.addRule("inline-image", {
    filter: isInlineImage,
    replacement: (_, node: unknown) => imageMark(isElement(node) ? (node.getAttribute("alt") ?? "") : ""),
  });
  return (root) => service.turndown(root);
}

/** A picture that is written out in the page itself. */
export function isInlineImage(node: unknown): boolean {
  return isElement(node) && node.nodeName === "IMG" && /^\s*data:/iu.test(node.getAttribute("src")?.slice(0, 50) ?? "");
}

/** Tables with more than one column; the others only lay a page out. */
function addTables(service: TurndownService): void {
  service.addRule("cell", {
    filter: ["td", "th"],
    replacement: (content, node: unknown) =>
      isLayout(node)
        ? `\n\n${content.trim()}\n\n`
        : ` ${content
            .trim()
            .replaceAll(/\s*\n\s*/gu, " ")
            .replaceAll("|", "\\|")} |`,
  });
  service.addRule("row", {
    filter: "tr",
    replacement: (content, node: unknown) => {
      if (isLayout(node)) return content;
      const isFirst = isElement(node) && tableOf(node)?.querySelector("tr") === node;
      return `|${content}\n${isFirst ? `|${" --- |".repeat(columnsIn(node))}\n` : ""}`;
    },
  });
  service.addRule("table", { filter: "table", replacement: (content) => `\n\n${content.trim()}\n\n` });
}

function isLayout(node: unknown): boolean {
  const table = isElement(node) ? tableOf(node) : null;
  const row = table?.querySelector("tr");
  return !isElement(row) || columnsIn(row) < 2 || isElement(table?.querySelector("table"));
}

function tableOf(node: PageElement): PageElement | null {
  const table = node.closest("table");
  return isElement(table) ? table : null;
}

function columnsIn(row: PageElement): number {
  return [...row.querySelectorAll("td, th")].length;
}
