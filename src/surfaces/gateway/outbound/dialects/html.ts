import { dialectOf } from "./dialect.ts";

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => entities[sign] ?? sign);
const tag =
  (name: string) =>
  (inside: string): string =>
    `<${name}>${inside}</${name}>`;

/** The few tags that chat programs agree on; lines end with a line feed. */
export const html = dialectOf({
  text: escaped,
  code: (text) => tag("code")(escaped(text)),
  emphasis: { bold: tag("b"), italic: tag("i"), strike: tag("s") },
  link: (label, url) => `<a href="${escaped(url)}">${escaped(label)}</a>`,
  heading: tag("b"),
  quote: tag("blockquote"),
  fence: ({ language, code }) =>
    language === ""
      ? `<pre>${escaped(code)}</pre>`
      : `<pre><code class="language-${escaped(language)}">${escaped(code)}</code></pre>`,
});
