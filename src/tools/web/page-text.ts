import type { WebAnswer, WebPage } from "../../domain/web-backend.ts";
import { decodeText } from "./decode-text.ts";
import type { Fetched } from "./guarded-fetch.ts";
import { imageMark } from "./image-mark.ts";

type Answered = Extract<Fetched, { kind: "fetched" }>;

const sniffedBytes = 8_192;
const inlineImage = /!\[([^\]\n]{0,300})\]\(\s{0,8}<?data:[^)\s]*\)/giu;
const textual =
  /^(?:text\/|application\/(?:.*\+)?(?:json|xml|yaml|x-yaml|toml|javascript|x-ndjson|x-sh|sql|graphql)$)/u;

/** What an answer says, whatever it is made of: markdown of a page, the text of a PDF, plain text as it is. */
export async function pageText(answer: Answered): Promise<WebAnswer<WebPage>> {
  const type = (answer.contentType.split(";", 1)[0] ?? "").trim().toLowerCase();
  const { bytes, url } = answer;
  if (bytes.subarray(0, 5).toString("latin1") === "%PDF-") return await pdfPage(bytes, url);
  if (type.startsWith("image/") && type !== "image/svg+xml") return failed("it is an image, not text");
  if (!textual.test(type) && isBinary(bytes)) return failed(`it is not text (${type || "unknown type"})`);
  const text = decodeText(bytes, answer.contentType);
  if (isHtml(type, text)) {
    const { readableHtml } = await import("./readable-html.ts");
    return found(await readableHtml(text, url));
  }
  return found({ title: "", text: text.replaceAll(inlineImage, (_, alt: string) => imageMark(alt)) });
}

async function pdfPage(bytes: Buffer, url: URL): Promise<WebAnswer<WebPage>> {
  const { pdfText } = await import("../files/documents/pdf.ts");
  const read = await pdfText(bytes);
  return read.kind === "text" ? found({ title: nameIn(url), text: read.text }) : failed(read.why);
}

function nameIn({ pathname }: URL): string {
  return pathname.split("/").at(-1) ?? "";
}

/** Servers call a page plain text, and the other way round; a page says itself what it is. */
function isHtml(type: string, text: string): boolean {
  if (type === "text/html" || type === "application/xhtml+xml") return true;
  return (type === "" || type === "application/octet-stream") && /^\s*(?:<!doctype html|<html[\s>])/iu.test(text);
}

function isBinary(bytes: Buffer): boolean {
  return bytes.subarray(0, sniffedBytes).includes(0);
}

function found(value: WebPage): WebAnswer<WebPage> {
  return { kind: "found", value };
}

function failed(message: string): WebAnswer<WebPage> {
  return { kind: "failed", message };
}
