import confusables from "./confusables.json" with { type: "json" };
import { isAscii } from "./is-ascii.ts";

const latin = new Map(Object.entries(confusables));
const lookAlike = new RegExp(`[${[...latin.keys()].join("")}]`, "gu");

/** Entities, compatibility forms, invisible signs and accents gone; upper and lower case kept. */
export function unmask(text: string): string {
  const decoded = text.includes("&") ? decodeEntities(text) : text;
  if (isAscii(decoded)) return decoded;
  return decoded
    .normalize("NFKD")
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, "")
    .replaceAll(/\p{Mn}/gu, "")
    .normalize("NFC"); // what was taken apart only for its marks, such as Hangul
}

/** Lower case, and look-alike letters of other alphabets as the Latin ones. */
export function lowered(text: string): string {
  const lower = text.toLowerCase();
  return isAscii(lower) ? lower : lower.replaceAll(lookAlike, (char) => latin.get(char) ?? char);
}

const leetLetters: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "8": "b",
  "9": "g",
  "@": "a",
  $: "s",
};

export function unleet(text: string): string {
  return text.replaceAll(/[01345789@$]/g, (char) => leetLetters[char] ?? char);
}

const named: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  ensp: " ",
  emsp: " ",
  thinsp: " ",
  tab: "\t",
  newline: "\n",
  shy: "",
  zwj: "",
  zwnj: "",
  lrm: "",
  rlm: "",
  hyphen: "-",
  dash: "-",
  ndash: "–",
  mdash: "—",
  hellip: "…",
  period: ".",
  comma: ",",
  colon: ":",
  semi: ";",
  excl: "!",
  lowbar: "_",
  ast: "*",
  sol: "/",
  lsquo: "'",
  rsquo: "'",
  ldquo: '"',
  rdquo: '"',
};

function decodeEntities(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));?/gi, (entity, decimal, hex, name) => {
    if (typeof name === "string") return named[name.toLowerCase()] ?? entity;
    const code = typeof decimal === "string" ? Number(decimal) : Number.parseInt(String(hex), 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : entity;
  });
}
