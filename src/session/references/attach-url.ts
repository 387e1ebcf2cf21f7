import { textOf } from "../../domain/message.ts";
import type { ReadPage } from "../../domain/web-backend.ts";
import { wrapUntrusted } from "../../safety/injection/untrusted.ts";
import { referencePhrases as say } from "../../text/phrases/references.ts";
import type { Attachment } from "./attachment.ts";

type Way = { readonly readPage?: ReadPage | undefined; readonly signal: AbortSignal };

/** The text of a page, as data: the person meant the page, not what it tells the model to do. */
export async function attachUrl(token: string, url: string, { readPage, signal }: Way): Promise<Attachment> {
  if (!/^https?:\/\//iu.test(url)) return { kind: "warning", text: say.badUrl(token) };
  if (readPage === undefined) return { kind: "warning", text: say.noWeb(token) };
  const page = await readPage(url, signal);
  if (page.kind === "failed") return { kind: "warning", text: say.refused(token, page.message) };
  const { title, text } = page.value;
  if (text.trim() === "") return { kind: "warning", text: say.emptyPage(token) };
  const data = wrapUntrusted("@url", title === "" ? text : `${title}\n\n${text}`);
  return { kind: "block", text: `${token}\n${textOf(data)}` };
}
