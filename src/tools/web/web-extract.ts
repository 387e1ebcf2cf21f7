import { z } from "zod";
import { ok } from "../../domain/outcome.ts";
import { defineTool, type Tool, type ToolContext } from "../../domain/tool.ts";
import type { ReadPage } from "../../domain/web-backend.ts";
import { wellFormed } from "../../text/well-formed.ts";
import { spill } from "../spill.ts";
import { shorten } from "./shorten.ts";

export type WebExtractDeps = {
  readonly readPage: ReadPage;
  /** Characters per page, unless the call says otherwise. */
  readonly charLimit: number;
  readonly spillFolder: string;
  readonly redact: (text: string) => string;
};

const mostUrls = 5;
const fewestChars = 2_000;
const storedBytes = 2_000_000;
const longestTitle = 300;

/** Pages as text, side by side: what goes wrong with one is told beside it. */
export function createWebExtractTool(deps: WebExtractDeps): Tool {
  return defineTool({
    name: "web_extract",
    toolset: "web",
    description: "Read web pages or PDFs as markdown.",
    concurrency: "free",
    readOnly: true,
    input: z.object({
      urls: z.array(z.string()).min(1).describe(`At most ${mostUrls}`),
      char_limit: z.int().default(deps.charLimit).describe("Per page; the middle of longer ones goes to a file"),
    }),
    preview: ({ urls }) => urls.slice(0, mostUrls).join(" "),
    run: async ({ urls, char_limit: asked }, context) => {
      const limit = Math.max(fewestChars, asked);
      const used = urls.slice(0, mostUrls);
      const results = await Promise.all(used.map((url, index) => extract(url, { index, limit }, context, deps)));
      const note = `Only the first ${mostUrls} of ${urls.length} URLs were read.`;
      return ok(urls.length > mostUrls ? { results, note } : { results });
    },
  });
}

type Place = { readonly index: number; readonly limit: number };

async function extract(
  url: string,
  { index, limit }: Place,
  { signal, callId }: ToolContext,
  { readPage, spillFolder, redact }: WebExtractDeps,
): Promise<Readonly<Record<string, unknown>>> {
  const shown = URL.parse(url)?.href ?? url; // another script's host in punycode
  const page = await readPage(url, signal);
  if (page.kind === "failed") return { url: shown, error: page.message };
  const { title, text } = page.value;
  const result = { url: shown, title: wellFormed(title.slice(0, longestTitle)) };
  if (text.length <= limit) return { ...result, content: text };
  const kept = beginning(wellFormed(text));
  const stored = spill(spillFolder, `${callId}_${index}`, redact(kept));
  const extent = kept.length < text.length ? "its first 2 MB are" : "the whole text is";
  const where = stored === null ? "" : `; ${extent} in ${stored}`;
  const content = shorten(text, limit, (missing) => `${missing} characters left out${where}`);
  return { ...result, content, truncated: true, ...(stored === null ? {} : { stored_path: stored }) };
}

/** As much as is stored, no character cut in two. */
function beginning(text: string): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= storedBytes) return text;
  return bytes
    .subarray(0, storedBytes)
    .toString()
    .replace(/\uFFFD$/, "");
}
