import { dialectOf } from "./dialect.ts";

const same = (text: string): string => text;

/** For people who see every sign: emphasis goes, code keeps its ticks, a link shows where it leads. */
export const plain = dialectOf({
  text: same,
  code: (text) => `\`${text}\``,
  emphasis: { bold: same, italic: same, strike: same },
  link: (label, url) => (label === url ? url : `${label} (${url})`),
  heading: same,
  quote: (inside) => `> ${inside}`,
  fence: ({ opener, code, closer }) => [opener, code, closer].filter((line) => line !== "").join("\n"),
});
