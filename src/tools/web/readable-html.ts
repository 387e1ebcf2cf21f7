import type { WebPage } from "../../domain/web-backend.ts";
import { createMarkdown, isInlineImage } from "./markdown.ts";
import { elementsIn, isElement, type PageElement } from "./page-element.ts";

const mostChars = 3_000_000; // of markup
/** Whoever looks for the article takes time with the cube of the depth, and everything else waits for it. */
const forArticle = { elements: 8_000, depth: 80 };
const forMarkdown = { elements: 30_000, depth: 1_000 };
const articleShare = 0.25; // an article with less of the page's words is not what the page is about
const shortestArticle = 200;
const unseen =
  'script, style, noscript, template, svg, iframe, object, canvas, [hidden], [aria-hidden="true"], [style*="display:none"], [style*="display: none"], [style*="visibility:hidden"], [style*="visibility: hidden"]';

/** The part of a page that is worth reading, as markdown with whole addresses. */
export async function readableHtml(html: string, url: URL): Promise<WebPage> {
  const { parseHTML } = await import("linkedom");
  const parse = (): PageElement => prepared(rootOf(parseHTML, html.slice(0, mostChars)), url);
  const whole = parse();
  const title = takeTitle(whole);
  const size = sizeOf(whole);
  if (!fits(size, forMarkdown)) return { title, text: plainText(whole) };
  const article = fits(size, forArticle) ? await articleIn(parse()) : null; // it takes its document to pieces
  const markdown = await createMarkdown();
  const part = [article, elementsIn(whole, "main, article, [role=main]")[0]].find((each) => isMost(each, whole));
  return { title, text: markdown(part ?? whole).trim() };
}

type Size = { readonly elements: number; readonly depth: number };

function fits({ elements, depth }: Size, limits: Size): boolean {
  return elements <= limits.elements && depth <= limits.depth;
}

function sizeOf(root: PageElement): Size {
  const depths = new Map<unknown, number>();
  let depth = 0;
  for (const element of elementsIn(root, "*")) {
    const own = (depths.get(element.parentNode) ?? 0) + 1; // parents come first
    depths.set(element, own);
    depth = Math.max(depth, own);
  }
  return { elements: depths.size, depth };
}

function isMost(part: PageElement | null | undefined, whole: PageElement): boolean {
  if (part === null || part === undefined) return false;
  return wordsIn(part) >= Math.max(shortestArticle, wordsIn(whole) * articleShare);
}

function wordsIn({ textContent }: PageElement): number {
  return textContent?.trim().length ?? 0;
}

type Parser = (html: string) => { readonly document: { readonly documentElement: unknown } };

/** The parser wants a whole document. */
function rootOf(parseHTML: Parser, html: string): PageElement {
  const text = /<html[\s>]/iu.test(html) ? html : `<!doctype html><html><head></head><body>${html}</body></html>`;
  const root = parseHTML(text).document.documentElement;
  if (!isElement(root)) throw new Error("a document without an element");
  return root;
}

/** Without what nobody sees, and with addresses that mean the same elsewhere. */
function prepared(root: PageElement, url: URL): PageElement {
  const base = URL.parse(elementsIn(root, "base[href]")[0]?.getAttribute("href") ?? "", url) ?? url;
  for (const element of elementsIn(root, unseen)) element.remove();
  for (const link of elementsIn(root, "a[href]")) absolute(link, "href", base);
  for (const image of elementsIn(root, "img").filter((each) => !isInlineImage(each))) absolute(image, "src", base);
  return root;
}

function absolute(element: PageElement, name: string, base: URL): void {
  const target = URL.parse(element.getAttribute(name) ?? "", base);
  const isUseful = target !== null && /^(?:https?|mailto):$/u.test(target.protocol);
  element.setAttribute(name, isUseful ? target.href : "");
}

async function articleIn(root: PageElement): Promise<PageElement | null> {
  const { Readability } = await import("@mozilla/readability");
  const found: unknown = new Readability(root.ownerDocument, { keepClasses: true, serializer: asItIs }).parse()
    ?.content;
  return isElement(found) ? found : null;
}

function asItIs(node: unknown): unknown {
  return node;
}

/** Taken out: it stands beside the text, not in it. */
function takeTitle(root: PageElement): string {
  const [title] = elementsIn(root, "title");
  const words = title?.textContent ?? "";
  title?.remove();
  return words.replaceAll(/\s+/gu, " ").trim();
}

function plainText(root: PageElement): string {
  return (root.textContent ?? "")
    .replaceAll(/[ \t]+/gu, " ")
    .replaceAll(/\s*\n\s*/gu, "\n")
    .trim();
}
