import { dialectOf } from "./dialect.ts";

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** Slack's mrkdwn. It knows no escapes but these three, so a lone star stays what it is. */
export const slack = dialectOf({
  text: escaped,
  code: (text) => `\`${escaped(text)}\``,
  emphasis: {
    bold: (inside) => `*${inside}*`,
    italic: (inside) => `_${inside}_`,
    strike: (inside) => `~${inside}~`,
  },
  link: (label, url) => `<${escaped(url).replaceAll("|", "%7C")}|${escaped(label)}>`,
  heading: (inside) => (inside.trim() === "" ? inside : `*${inside}*`),
  quote: (inside) => `> ${inside}`,
  fence: ({ code }) => `\`\`\`\n${escaped(code)}\n\`\`\``, // a language would be shown as the first line
});
