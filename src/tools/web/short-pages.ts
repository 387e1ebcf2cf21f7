import type { ReadPage } from "../../domain/web-backend.ts";
import { shorten } from "./shorten.ts";

/** Pages that fit beside a question. */
export function shortPages(readPage: ReadPage, mostChars: number): ReadPage {
  return async (url, signal) => {
    const page = await readPage(url, signal);
    if (page.kind === "failed") return page;
    const text = shorten(page.value.text, mostChars, (missing) => `${missing} characters left out`);
    return { kind: "found", value: { ...page.value, text } };
  };
}
