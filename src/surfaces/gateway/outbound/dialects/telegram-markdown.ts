import { dialectOf } from "./dialect.ts";

const escaped = (text: string): string => text.replaceAll(/[_*[\]()~`>#+\-=|{}.!\\]/g, String.raw`\$&`);
const escapedCode = (text: string): string => text.replaceAll(/[`\\]/g, String.raw`\$&`);

/** MarkdownV2 of Telegram: one sign that is not escaped, and the whole message is rejected. */
export const telegramMarkdown = dialectOf({
  text: escaped,
  code: (text) => (text.trim() === "" ? escaped(text) : `\`${escapedCode(text)}\``),
  emphasis: {
    bold: (inside) => `*${inside}*`,
    italic: (inside) => `_${inside}_`,
    strike: (inside) => `~${inside}~`,
  },
  link: (label, url) => `[${escaped(label)}](${url.replaceAll(/[)\\]/g, String.raw`\$&`)})`,
  heading: (inside) => (inside.trim() === "" ? inside : `*${inside}*`),
  quote: (inside) => `>${inside}`,
  fence: ({ language, code }) => `\`\`\`${escapedCode(language)}\n${escapedCode(code)}\n\`\`\``,
});
